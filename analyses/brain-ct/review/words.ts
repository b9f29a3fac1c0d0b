import type { Side } from '@second-read/core/reading/finding';
import type { Measurement } from '@second-read/core/reading/measurement';
import { codeWords } from '@second-read/core/report/sentences';
import type { BleedingKind, ObservationCode } from '../reading/codes.ts';
import type { BrainFinding, BrainReading } from '../reading/schema.ts';
import { techniqueSentences } from '../report/technique.ts';
import { urgencyOf } from '../report/urgency.ts';

/** How a changed line opens where its code is not the word: as the lines of the engine do. */
const opens: Readonly<Partial<Record<ObservationCode, string>>> = {
  not_excluded: 'Hemorrhage not excluded, for review',
  not_detected: 'None detected',
  not_shifted: 'No shift',
  usual: 'Within the usual range',
  no_sign: 'None',
  not_visible: 'Sulci not visible',
  generalized_loss: 'Generalized volume loss',
  cortical_loss: 'Cortical volume loss',
};

/**
 * With a line for each changed finding and a new diagnosis; what nobody changed keeps the words of the
 * engine.
 */
export function withWords(reading: BrainReading): BrainReading {
  const findings = reading.findings.map(
    (finding) => ({ ...finding, text: finding.text ?? lineText(finding) }) as BrainFinding,
  );
  const conclusion = conclusionOf(reading);
  return { ...reading, findings, texts: { ...reading.texts, conclusion, comments: [conclusion] } };
}

function lineText({ type, descriptors, side, measurements }: BrainFinding): string | null {
  const { sign } = descriptors;
  if (sign === null) return type === 'hypertrophy' ? 'None stated' : null;
  const open =
    type === 'basal_cistern_dilation' && sign === 'usual'
      ? 'Basal cisterns visible'
      : (opens[sign] ?? codeWords(sign));
  const kind = 'kind' in descriptors ? descriptors.kind : null;
  const measures = measurements.map(measureText).join(', ');
  return `${open}${sideText(type, side)}${kindText(kind)}${measures === '' ? '' : ` (${measures})`}`;
}

function sideText(type: BrainFinding['type'], side: Side | null): string {
  if (side === null) return '';
  if (side === 'both') return ' on both sides';
  return type === 'midline_shift' ? ` to the ${side}` : ` on the ${side}`;
}

function kindText(kind: BleedingKind | null): string {
  return kind === null ? '' : `, ${kind}`;
}

const units: Readonly<Partial<Record<Measurement['unit'], string>>> = {
  mm: ' mm',
  mm2: ' mm²',
  percent: ' %',
  HU: ' HU',
};

function measureText({ quantity, value, unit }: Measurement): string {
  return quantity === 'evans' ? `Evans index ${value.toFixed(2)}` : `${value}${units[unit] ?? ''}`;
}

/** The diagnosis of a reviewed slice, from its signs. */
function conclusionOf(reading: BrainReading): string {
  const { level, words } = urgencyOf(reading);
  const found = level === 'none' ? 'No abnormality found on this slice' : words;
  return [
    `${found}, after review.`,
    ...techniqueSentences(reading.input),
    'A single slice cannot exclude disease elsewhere in the head.',
  ].join(' ');
}

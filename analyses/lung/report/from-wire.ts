import type { WireFields } from '@second-read/core/analysis/report-module';
import type { Side } from '@second-read/core/reading/finding';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, percentFrom } from '@second-read/core/report/text-values';
import type { LungReading, NoduleFinding } from '../reading/schema.ts';
import { anyOpacityFrom, opacitiesFrom } from './opacities-from-text.ts';

/**
 * The reading of a reply of the specification, as another server sends it. Never throws; what is missing or
 * malformed is null or not assessed, and a reply that says nothing is not legible.
 */
export function readingFromWire(wire: WireFields): LungReading {
  const text = readReportText(wire.report_text);
  const legible = text.values.size > 0;
  return {
    module: 'lung',
    version: 1,
    origin: 'wire',
    legible,
    findings: legible ? [noduleFrom(text), ...opacitiesFrom(text)] : [],
    rules: text.trace.map((rule) => ({ id: null, values: {}, text: rule })),
    facts: {
      nodules: countFrom(text),
      anyOpacity: anyOpacityFrom(text),
      opacityShare: percentFrom(text, 'opacity_share'),
      opacityShareLeft: percentFrom(text, 'opacity_share_left'),
      opacityShareRight: percentFrom(text, 'opacity_share_right'),
    },
    input: {
      ...{ gate: null, spacingKnown: null, window: null, pose: null, quantity: null },
      extent: extentFrom(text),
    },
    texts: { conclusion: stringOf(text, 'impression'), comments: [...text.comments] },
  };
}

/** The likeliest, in the words of the reply. */
function noduleFrom(text: ReportText): NoduleFinding {
  const stated = stateFrom(text, 'nodule', percentFrom(text, 'nodule_confidence'));
  const base = { ...unsaid, id: 'nodule-1', type: 'nodule' as const };
  if (stated.state !== 'found' && flagFrom(text, 'nodule_assessed') === false)
    return { ...base, state: 'not_assessed', reason: 'organ_not_found', certainty: null, descriptors: null };
  if (stated.state === 'not_assessed') return { ...base, ...stated, descriptors: null };
  return {
    ...base,
    ...stated,
    ...(stated.state === 'found' && { told: toldOf(text) }),
    side: sideOf(stringOf(text, 'region_affected') ?? ''),
    descriptors: { kind: null, texture: null, third: null, near: null, sizeRow: null },
  };
}

/** The words of each by their key in the reply. */
const toldKeys = ['nodule_kind', 'nodule_size', 'nodule_type', 'region_affected', 'volume', 'lung_rads_size'];

function toldOf(text: ReportText): Record<string, string> {
  const words = toldKeys.map((key) => [key, stringOf(text, key)] as const);
  return Object.fromEntries(words.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** "Right lung" */
export function sideOf(place: string): Side | null {
  const side = /^(right|left) lung/i.exec(place)?.[1]?.toLowerCase();
  return side === 'right' || side === 'left' ? side : null;
}

function countFrom(text: ReportText): number | null {
  const count = numberOf(text, 'nodule_count');
  return count !== null && Number.isInteger(count) && count >= 0 ? count : null;
}

/** Of a crop opacities are not assessed, and nodules are. */
function extentFrom(text: ReportText): LungReading['input']['extent'] {
  if (flagFrom(text, 'nodule_assessed') === false) return 'slice';
  if (flagFrom(text, 'opacity_assessed') === false) return 'crop';
  return flagFrom(text, 'ground_glass') === null ? null : 'slice';
}

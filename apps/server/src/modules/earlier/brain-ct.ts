import { findingOf } from '@second-read/analyses/brain-ct/reading/finding-of';
import type { BrainFinding, BrainReading } from '@second-read/analyses/brain-ct/reading/schema';
import { readingFromWire } from '@second-read/analyses/brain-ct/report/from-wire';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { bleedingKindFrom, fromWords } from './brain-words.ts';

/** With what its lines and its conclusion say. */
export function earlierBrain(wire: WireFields): BrainReading {
  const reading = readingFromWire(wire);
  const findings = reading.findings.map((line) => coded(line, reading.facts.statedConfidence));
  const isOpen = /^No conclusion/.test(reading.texts.conclusion ?? '');
  const isSaid = findings.some(({ reason }) => reason !== 'not_reported' && reason !== 'malformed');
  return {
    ...reading,
    legible: reading.legible || isSaid,
    findings,
    conclusion: isOpen ? 'open' : reading.conclusion,
    input: { ...reading.input, ...takenAs(reading.texts.conclusion ?? '') },
  };
}

function coded(line: BrainFinding, certainty: number | null): BrainFinding {
  const { type, text } = line;
  if (text === null) return line;
  const said = { ...findingOf(type, fromWords(type, text), 'malformed'), text };
  if (type !== 'haemorrhage') return said as BrainFinding;
  const kind = said.state === 'found' ? bleedingKindFrom(text) : null;
  return {
    ...said,
    certainty: said.state === 'not_assessed' ? null : certainty,
    descriptors: { ...said.descriptors, kind },
  } as BrainFinding;
}

/** The sentence on technique tells of the file, in the words of every version. */
function takenAs(conclusion: string): Pick<BrainReading['input'], 'spacingKnown' | 'density'> {
  const technique = /Technique: one slice.*$/.exec(conclusion)?.[0];
  if (technique === undefined) return { spacingKnown: null, density: null };
  const isMeasured = technique.includes('densities in HU of the file');
  return {
    spacingKnown: !technique.includes('no pixel spacing'),
    density: isMeasured ? 'measured' : 'estimated',
  };
}

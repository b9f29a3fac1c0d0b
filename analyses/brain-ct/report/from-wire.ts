import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { type ObservationId, sliceLevels } from '../reading/codes.ts';
import { findingOf } from '../reading/finding-of.ts';
import type { BrainReading } from '../reading/schema.ts';
import { bleedingKindFrom, fromWords } from './from-words.ts';
import { pending } from './words.ts';

/** Opens the conclusion of a slice that allows none. */
const noConclusion = /^No conclusion/;

/** A stored or received response as a reading. Never throws: what cannot be read says nothing. */
export function readingFromWire(wire: WireFields): BrainReading {
  const statedConfidence = percentOf(wire.haemorrhage_confidence);
  const conclusion = conclusionOf(wire);
  const findings = findingsOf(wire, statedConfidence);
  const rules = Array.isArray(wire.trace) ? wire.trace.filter((rule) => typeof rule === 'string') : [];
  return {
    module: 'brain-ct',
    version: 1,
    origin: 'wire',
    legible: conclusion === 'drawn' || conclusion === 'open' || findings.some(isSaid),
    findings,
    conclusion,
    rules: rules.map((text) => ({ id: null, values: {}, text })),
    facts: { statedConfidence, haemorrhage: null },
    input: inputOf(wire),
    texts: {
      conclusion: textOf(wire.output),
      comments: [],
      level: textOf(wire.level),
      fracture: textOf(wire.fracture),
    },
  };
}

function findingsOf(wire: WireFields, certainty: number | null): BrainReading['findings'] {
  const line = <Id extends ObservationId>(type: Id) => {
    const text = textOf(wire[type]);
    return {
      ...findingOf(type, fromWords(type, text ?? ''), text === null ? 'not_reported' : 'malformed'),
      text,
    };
  };
  const bleeding = line('haemorrhage');
  const { state, text } = bleeding;
  const kind = state === 'found' ? bleedingKindFrom(text ?? '') : null;
  return [
    {
      ...bleeding,
      certainty: state === 'not_assessed' ? null : certainty,
      descriptors: { ...bleeding.descriptors, kind },
    },
    line('midline_shift'),
    line('basal_cistern_dilation'),
    line('mass_effect'),
    line('ventricular_dilation'),
    line('hypodense_areas'),
    line('sulcation'),
    line('hypertrophy'),
  ];
}

function isSaid({ reason }: BrainReading['findings'][number]): boolean {
  return reason !== 'not_reported' && reason !== 'malformed';
}

/** The sentence on technique tells of the file, in the words of every version. */
function inputOf({ level, output }: WireFields): BrainReading['input'] {
  const technique = /Technique: one slice.*$/.exec(textOf(output) ?? '')?.[0];
  const isMeasured = technique?.includes('densities in HU of the file');
  return {
    gate: null,
    spacingKnown: technique === undefined ? null : !technique.includes('no pixel spacing'),
    level: sliceLevels.find((each) => each === level) ?? null,
    position: null,
    density: isMeasured === undefined ? null : isMeasured ? 'measured' : 'estimated',
    turnDegrees: null,
  };
}

function conclusionOf(wire: WireFields): BrainReading['conclusion'] {
  const text = textOf(wire.output);
  if (text === null) return Object.keys(wire).length === 0 ? 'pending' : 'not_told';
  if (text === pending) return 'pending';
  return noConclusion.test(text) ? 'open' : 'drawn';
}

function percentOf(value: WireValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
}

function textOf(value: WireValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { type ObservationId, sliceLevels } from '../reading/codes.ts';
import { findingOf } from '../reading/finding-of.ts';
import type { BrainReading } from '../reading/schema.ts';
import { pending } from './words.ts';

/**
 * The reading of a reply of the specification, as another server sends it: its words, by line. Never throws:
 * what cannot be read says nothing.
 */
export function readingFromWire(wire: WireFields): BrainReading {
  const statedConfidence = percentOf(wire.haemorrhage_confidence);
  const conclusion = conclusionOf(wire);
  const rules = Array.isArray(wire.trace) ? wire.trace.filter((rule) => typeof rule === 'string') : [];
  return {
    module: 'brain-ct',
    version: 1,
    origin: 'wire',
    legible: conclusion === 'drawn',
    findings: findingsOf(wire),
    conclusion,
    rules: rules.map((text) => ({ id: null, values: {}, text })),
    facts: { statedConfidence, haemorrhage: null },
    input: {
      ...{ gate: null, spacingKnown: null, position: null, density: null, turnDegrees: null },
      level: sliceLevels.find((each) => each === wire.level) ?? null,
    },
    texts: {
      conclusion: textOf(wire.output),
      comments: [],
      level: textOf(wire.level),
      fracture: textOf(wire.fracture),
    },
  };
}

function findingsOf(wire: WireFields): BrainReading['findings'] {
  const unread = { code: null, reason: null, side: null, measured: [] };
  const line = <Id extends ObservationId>(type: Id) => {
    const text = textOf(wire[type]);
    return { ...findingOf(type, unread, text === null ? 'not_reported' : 'malformed'), text };
  };
  const bleeding = line('haemorrhage');
  return [
    { ...bleeding, descriptors: { ...bleeding.descriptors, kind: null } },
    line('midline_shift'),
    line('basal_cistern_dilation'),
    line('mass_effect'),
    line('ventricular_dilation'),
    line('hypodense_areas'),
    line('sulcation'),
    line('hypertrophy'),
  ];
}

function conclusionOf(wire: WireFields): BrainReading['conclusion'] {
  const text = textOf(wire.output);
  if (text === null) return Object.keys(wire).length === 0 ? 'pending' : 'not_told';
  return text === pending ? 'pending' : 'drawn';
}

function percentOf(value: WireValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
}

function textOf(value: WireValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { isOpen } from '@second-read/core/report/urgency';
import type { BrainLine, BrainReading } from '../reading.ts';
import { pending } from '../report/words.ts';
import type { ObservationCode, ObservationId } from './codes.ts';
import { fromWords } from './from-words.ts';

/** Of what is measured without being decided. */
const undecided: readonly ObservationCode[] = ['not_excluded', 'not_visible'];
const unremarkable: readonly ObservationCode[] = [
  'not_detected',
  'not_shifted',
  'usual',
  'no_sign',
  'not_dilated',
  'none_seen',
];

/** A stored or received response as a reading. Never throws: what cannot be read says nothing. */
export function readingFromWire(wire: WireFields): BrainReading {
  const haemorrhage = percentOf(wire.haemorrhage_confidence);
  const line = <Id extends ObservationId>(id: Id) => lineOf(id, textOf(wire[id]));
  const bleeding = line('haemorrhage');
  return {
    module: 'brain-ct',
    version: 1,
    findings: [
      { ...bleeding, certainty: bleeding.state === 'not_assessed' ? null : haemorrhage },
      line('midline_shift'),
      line('basal_cistern_dilation'),
      line('mass_effect'),
      line('ventricular_dilation'),
      line('hypodense_areas'),
      line('sulcation'),
      line('hypertrophy'),
    ],
    conclusion: conclusionOf(wire),
    facts: { haemorrhage },
    texts: {
      conclusion: textOf(wire.output),
      level: textOf(wire.level),
      fracture: textOf(wire.fracture),
      trace: Array.isArray(wire.trace) ? wire.trace.filter((rule) => typeof rule === 'string') : [],
    },
  };
}

function lineOf<Id extends ObservationId>(type: Id, text: string | null): BrainLine<Id> {
  const { code, reason, side, measured } = fromWords(type, text ?? '');
  const state = stateOf(code);
  return {
    id: `${type.replaceAll('_', '-')}-1`,
    type,
    state,
    reason: state === 'not_assessed' ? (reason ?? whyNot(code, text)) : null,
    certainty: null,
    side,
    descriptors: { sign: code },
    measurements: measured,
    text,
  };
}

function stateOf(code: ObservationCode | null): BrainLine['state'] {
  if (code === null || undecided.includes(code)) return 'not_assessed';
  return unremarkable.includes(code) ? 'not_found' : 'found';
}

function whyNot(code: ObservationCode | null, text: string | null): BrainLine['reason'] {
  if (code !== null) return 'undecided';
  return text === null ? 'not_reported' : 'malformed';
}

function conclusionOf(wire: WireFields): BrainReading['conclusion'] {
  const text = textOf(wire.output);
  if (text === null) return Object.keys(wire).length === 0 ? 'pending' : 'not_told';
  if (text === pending) return 'pending';
  return isOpen(text) ? 'open' : 'drawn';
}

function percentOf(value: WireValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
}

function textOf(value: WireValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

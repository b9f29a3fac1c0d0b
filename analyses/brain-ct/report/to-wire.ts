import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type { Analysis } from '@second-read/core/reading/analysis';
import type { ObservationId } from '../reading/codes.ts';
import type { BrainReading } from '../reading/schema.ts';
import { notAssessed, notSpecifiedInReport } from './words.ts';

/** What is stored and sent: the specified fields, then what the engine measured beyond them. */
export function toWire(reading: BrainReading, scores?: Analysis['scores']): WireFields {
  return { ...wireOf(reading), ...(scores && { scores: scoresOf(scores) }) };
}

/** The fields of a reading, in the order in which they are stored. */
export function wireOf({ findings, facts, rules, texts }: BrainReading): WireFields {
  const line = (id: ObservationId) => findings.find(({ type }) => type === id)?.text ?? notSpecifiedInReport;
  return {
    sulcation: line('sulcation'),
    hypodense_areas: line('hypodense_areas'),
    mass_effect: line('mass_effect'),
    midline_shift: line('midline_shift'),
    ventricular_dilation: line('ventricular_dilation'),
    basal_cistern_dilation: line('basal_cistern_dilation'),
    hypertrophy: line('hypertrophy'),
    output: texts.conclusion || notSpecifiedInReport,
    haemorrhage: line('haemorrhage'),
    haemorrhage_confidence: facts.statedConfidence,
    fracture: texts.fracture ?? notAssessed,
    level: texts.level ?? notSpecifiedInReport,
    trace: rules.map(({ text }) => text),
  };
}

function scoresOf(scores: Analysis['scores']): WireValue {
  const entries = Object.entries(scores).map(([name, score]): [string, WireValue] => [
    name,
    typeof score === 'object' && score !== null ? { ...score } : score,
  ]);
  return Object.fromEntries(entries);
}

import type { Analysis } from '@second-read/core/analysis/analysis';
import type { AttributeValue, Finding } from '@second-read/core/analysis/finding';
import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { notAssessed, notSpecifiedInReport } from './words.ts';

function text(finding: Finding | undefined, key: string): string {
  const value: AttributeValue | undefined = finding?.attributes[key];
  return typeof value === 'string' && value.trim() !== '' ? value : notSpecifiedInReport;
}

/** What is stored and sent: the specified fields, then what the engine measured beyond them. */
export function toWire(analysis: Analysis): WireFields {
  const findings = new Map(analysis.findings.map((finding) => [finding.type, finding]));
  const bleeding = findings.get('haemorrhage');
  const ventricles = findings.get('ventricles');
  const sulci = findings.get('sulci');
  return {
    sulcation: text(sulci, 'sulcation'),
    hypodense_areas: text(findings.get('hypodense area'), 'observation'),
    mass_effect: text(ventricles, 'massEffect'),
    midline_shift: text(ventricles, 'midlineShift'),
    ventricular_dilation: text(ventricles, 'ventricularDilation'),
    basal_cistern_dilation: text(ventricles, 'basalCisternDilation'),
    hypertrophy: text(sulci, 'hypertrophy'),
    output: analysis.comments.join(' ') || notSpecifiedInReport,
    haemorrhage: text(bleeding, 'observation'),
    haemorrhage_confidence: bleeding?.confidence == null ? null : Number(bleeding.confidence.toFixed(1)),
    fracture: notAssessed,
    level: text(ventricles, 'level'),
    trace: [...analysis.trace],
    scores: scoresOf(analysis),
  };
}

function scoresOf(analysis: Analysis): WireValue {
  const entries = Object.entries(analysis.scores).map(([name, score]): [string, WireValue] => [
    name,
    typeof score === 'object' && score !== null ? { ...score } : score,
  ]);
  return Object.fromEntries(entries);
}

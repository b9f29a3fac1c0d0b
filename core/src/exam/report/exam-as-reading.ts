import type { Measurement } from '../../reading/measurement.ts';
import type { AnyFinding, AnyReading } from '../../reading/reading.ts';
import type { StoredExam, StoredExamFinding } from '../stored-exam.ts';

/** An exam in the terms of every reading, for code that knows no module: exports, lists, statistics. */
export function readingOfExam({ module, version, reading, findings }: StoredExam): AnyReading {
  return {
    module,
    version,
    origin: 'engine',
    legible: true,
    input: { gate: null, spacingKnown: null },
    rules: reading.rules,
    texts: { conclusion: reading.conclusion, comments: reading.findings },
    findings: findings.map(anyFinding),
    ...(reading.category && { category: { state: 'final', value: categoryValue(reading.category.value) } }),
  };
}

function categoryValue(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

function anyFinding(finding: StoredExamFinding): AnyFinding {
  const isAssessed = finding.facts.isAssessed !== false;
  return {
    id: finding.id,
    type: finding.type,
    state: isAssessed ? (finding.found ? 'found' : 'not_found') : 'not_assessed',
    reason: isAssessed ? null : 'not_measurable',
    certainty: isAssessed ? certaintyOf(finding) : null,
    measurements: measurementsOf(finding),
    region: null,
    side: finding.side,
  };
}

/** Only the probability of a patient's hemorrhage is calibrated (decision 027); other scores are ranks. */
function certaintyOf({ type, found, probability }: StoredExamFinding): number | null {
  if (type !== 'haemorrhage' || probability === null) return null;
  return Number((100 * (found ? probability : 1 - probability)).toFixed(1));
}

function measurementsOf({ volumeMl, diameterMm }: StoredExamFinding): Measurement[] {
  return [
    ...(volumeMl === null
      ? []
      : [{ quantity: 'volume', value: 1000 * volumeMl, unit: 'mm3', method: null } as const]),
    ...(diameterMm === null
      ? []
      : [{ quantity: 'mean_diameter', value: diameterMm, unit: 'mm', method: null } as const]),
  ];
}

import type { Measurement } from '../../reading/measurement.ts';
import type { AnyFinding, AnyReading } from '../../reading/reading.ts';
import { numberOf } from '../facts.ts';
import type { StoredExam, StoredExamFinding } from '../stored-exam.ts';

/** An exam in the terms of every reading, for code that knows no module: exports, lists, statistics. */
export function readingOfExam(exam: StoredExam): AnyReading {
  const { module, version, reading, findings } = exam;
  return {
    module,
    version,
    origin: 'engine',
    legible: true,
    input: { gate: null, spacingKnown: null, file: { sides: sidesOf(reading), isDeclared: true } },
    rules: [],
    texts: { conclusion: null, comments: [] },
    findings: findings.map((finding) => anyFinding(finding, exam)),
    ...(reading.category && { category: { state: 'final', value: categoryValue(reading.category.value) } }),
  };
}

/** Of exams stored before their reading said it, sides are not known to be the file's. */
function sidesOf({ facts }: StoredExam['reading']) {
  return facts.sides === 'file' ? ('file' as const) : ('assumed' as const);
}

function categoryValue(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

function anyFinding(finding: StoredExamFinding, exam: StoredExam): AnyFinding {
  const isAssessed = finding.facts.isAssessed !== false;
  return {
    id: finding.id,
    type: finding.type,
    state: isAssessed ? (finding.found ? 'found' : 'not_found') : 'not_assessed',
    reason: isAssessed ? null : 'not_measurable',
    certainty: isAssessed ? certaintyOf(finding, exam) : null,
    measurements: measurementsOf(finding),
    region: null,
    side: finding.side,
    ...(finding.madeOf && { madeOf: finding.madeOf }),
  };
}

/**
 * The score that a report gives of a finding, 0 to 1: of a hemorrhage that of the whole head, whose slices
 * have other, higher ones; null of what a reader changed. A report in sentences keeps the one it gave.
 */
export function scoreOf({ type, probability }: StoredExamFinding, { reading, kept }: Scored): number | null {
  if (probability === null || type !== 'haemorrhage' || kept) return probability;
  return numberOf(reading.facts, 'haemorrhagePatient') ?? probability;
}

type Scored = Pick<StoredExam, 'kept'> & { readonly reading: Pick<StoredExam['reading'], 'facts'> };

/** Only the probability of a patient's hemorrhage is calibrated (decision 027); other scores are ranks. */
function certaintyOf(finding: StoredExamFinding, exam: Scored): number | null {
  const score = scoreOf(finding, exam);
  if (finding.type !== 'haemorrhage' || score === null) return null;
  return Number((100 * (finding.found ? score : 1 - score)).toFixed(1));
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

import { readingOfExam } from '../../exam/report/exam-as-reading.ts';
import { examOfReading, type StoredExam, type StoredExamFinding } from '../../exam/stored-exam.ts';
import type { Measurement } from '../../reading/measurement.ts';
import { type AnyFinding, type AnyReading, anyReading } from '../../reading/reading.ts';
import type { ReviewFields } from '../review-module.ts';
import { measuredFacts } from './measured-facts.ts';

/** An exam in the terms of every reading, each finding with what a reader may say of it. */
export function examAsReviewable(exam: StoredExam, { types }: ReviewFields): AnyReading {
  const reading = readingOfExam(exam);
  const findings = reading.findings.map((finding, at): AnyFinding => {
    const own = exam.findings[at];
    const known = types.find(({ type }) => type === finding.type);
    return own === undefined || known === undefined
      ? finding
      : { ...finding, ...saidOf(own, finding, known) };
  });
  return { ...reading, findings };
}

/** One finding that no engine read: of a merged or a parted lesion. */
export function asReviewable(finding: StoredExamFinding, exam: StoredExam, fields: ReviewFields): AnyFinding {
  const [said] = examAsReviewable({ ...exam, findings: [finding] }, fields).findings;
  if (said === undefined) throw new Error('an exam with a finding has none');
  return { ...said, origin: finding };
}

/** A finding before its reader described, measured or outlined it: as it was read, merged or parted. */
export function originOf(
  { id, origin }: AnyFinding,
  { findings }: StoredExam,
): StoredExamFinding | undefined {
  return (origin as StoredExamFinding | undefined) ?? findings.find((each) => each.id === id);
}

function saidOf(
  { facts }: StoredExamFinding,
  { measurements }: AnyFinding,
  { descriptors }: ReviewFields['types'][number],
): Pick<AnyFinding, 'descriptors' | 'measurements'> {
  const further = measuredFacts.flatMap(({ fact, quantity, unit }): Measurement[] => {
    const value = facts[fact];
    return typeof value === 'number' ? [{ quantity, value, unit, method: null }] : [];
  });
  return {
    descriptors: Object.fromEntries(descriptors.map(({ name }) => [name, facts[name] ?? null])),
    measurements: [...measurements, ...further],
  };
}

/** What `machine` and `current` of a review hold, of a picture or of an exam. */
export function reviewableReading(reading: unknown, fields: ReviewFields): AnyReading {
  const exam = examOfReading(reading);
  return exam ? examAsReviewable(exam, fields) : anyReading.parse(reading);
}

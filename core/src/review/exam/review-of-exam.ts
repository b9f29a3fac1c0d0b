import type { StoredExam } from '../../exam/stored-exam.ts';
import { type AnyFinding, type AnyReading, anyReading } from '../../reading/reading.ts';
import { readerMethod } from '../measure.ts';
import { bareFinding } from '../module-parts.ts';
import type { ReviewFields, ReviewModule } from '../review-module.ts';
import type { ExamCategory, ExamReviewModule } from './exam-review-module.ts';
import { examFindings } from './reviewed-findings.ts';
import { withoutSliceOutlines } from './slice-outlines.ts';

/** What may be changed in this exam: findings are also added to one of its slices. */
export function examFields(exam: StoredExam, { fields }: ExamReviewModule): ReviewFields {
  const stack = exam.slices.filter(({ status }) => status !== 'set_aside');
  const slicePictures = stack.map(({ status, width, height }) =>
    status === 'read' && width !== null && height !== null ? { width, height } : null,
  );
  return { ...fields, slices: stack.length, slicePictures };
}

/** The review of one exam, by the same steps as that of a picture. */
export function reviewOfExam(exam: StoredExam, module: ExamReviewModule): ReviewModule {
  return {
    fields: examFields(exam, module),
    rejected: (finding) => ({ ...withoutSliceOutlines(finding), descriptors: null }),
    described: (finding, descriptor, value) => ({
      ...finding,
      descriptors: { ...finding.descriptors, [descriptor]: value },
    }),
    measured: withoutOldSize,
    added: bareFinding,
    concluded: (reading) => {
      const findings = examFindings(exam, reading.findings, module);
      const rules = module.rulesOf?.(exam, findings);
      return concluded(reading, module.categoryOf?.(exam, findings), rules);
    },
    categoryOf: ({ category }) => category?.value ?? null,
    withCategory: (reading, value, reason) =>
      concluded(reading, module.withCategory?.(exam, String(value), reason)),
  };
}

/** Diameter and volume came from the same outlines: a reader's own makes the machine's other one wrong. */
function withoutOldSize(finding: AnyFinding, quantity: string): AnyFinding {
  const other = { mean_diameter: 'volume', volume: 'mean_diameter' }[quantity];
  const measurements = finding.measurements.filter(
    (each) => each.quantity !== other || each.method === readerMethod,
  );
  return { ...finding, measurements };
}

/** Parts, system and words go with it: `reviewedExam` puts them into the exam. */
function concluded(
  reading: AnyReading,
  given: ExamCategory | undefined,
  ownRules: ExamCategory['rules'] = [],
): AnyReading {
  const { category: _, ...others } = reading;
  if (given === undefined) return anyReading.parse({ ...others, rules: ownRules });
  const { category, rules, words } = given;
  const value = /^\d+$/.test(category.value) ? Number(category.value) : category.value;
  return anyReading.parse({ ...others, rules, category: { ...category, state: 'final', value, words } });
}

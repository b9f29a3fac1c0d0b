import type { StoredCategory } from '../../exam/exam-reading.ts';
import type { StoredExam } from '../../exam/stored-exam.ts';
import { type AnyFinding, type AnyReading, anyReading } from '../../reading/reading.ts';
import { readerMethod } from '../measure.ts';
import { bareFinding } from '../module-parts.ts';
import { noReview, type ReviewFields, type ReviewModule } from '../review-module.ts';
import { asReviewable } from './exam-as-reviewable.ts';
import type { ExamReviewer, ExamReviewModule } from './exam-review-module.ts';
import { mergedExamFinding } from './merged-exam-finding.ts';
import { partedLesion } from './parted-lesion.ts';
import { placedFinding } from './placed-finding.ts';
import { examWithFindings } from './reviewed-exam.ts';
import { examFinding } from './reviewed-findings.ts';
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
export function reviewOfExam(exam: StoredExam, reviewer: ExamReviewer): ReviewModule {
  return {
    fields: examFields(exam, reviewer.review),
    rejected: (finding) => ({ ...withoutSliceOutlines(finding), descriptors: null }),
    described: noReview.described,
    measured: withoutOldSize,
    seenOn: (finding) => placedFinding(finding, exam, reviewer.review),
    added: bareFinding,
    merged: (parts) => {
      const stored = parts.map((part) => examFinding(part, exam, reviewer));
      const whole = mergedExamFinding(stored, reviewer.review);
      if (whole === undefined) throw new Error('nothing to merge');
      return asReviewable(whole, exam, reviewer.review.fields);
    },
    split: (finding, parts) => {
      const lesion = examFinding(finding, exam, reviewer);
      const apart = partedLesion(lesion, parts, { exam, review: reviewer.review });
      if (typeof apart === 'string') return apart;
      return apart.map((part) => asReviewable(part, exam, reviewer.review.fields));
    },
    concluded: (reading) =>
      withCategory(reading, examWithFindings(exam, reading.findings, reviewer).reading.category),
    categoryOf: ({ category }) => category?.value ?? null,
    withCategory: (reading, value) => withCategory(reading, { system: '', value: String(value) }),
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

function withCategory(reading: AnyReading, category: StoredCategory | undefined): AnyReading {
  const { category: _, ...others } = reading;
  if (category === undefined) return anyReading.parse(others);
  const value = /^\d+$/.test(category.value) ? Number(category.value) : category.value;
  return anyReading.parse({ ...others, category: { state: 'final', value } });
}

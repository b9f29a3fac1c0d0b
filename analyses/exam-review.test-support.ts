import { randomUUID } from 'node:crypto';
import { examDocument } from '@second-read/core/exam/report/exam-document';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { wordedExam } from '@second-read/core/exam/report/worded-exam';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { refusalOf } from '@second-read/core/review/check-change';
import { examAsReviewable } from '@second-read/core/review/exam/exam-as-reviewable';
import type { ExamReviewer } from '@second-read/core/review/exam/exam-review-module';
import { reviewOfExam } from '@second-read/core/review/exam/review-of-exam';
import { reviewedExam } from '@second-read/core/review/exam/reviewed-exam';
import { usedIds } from '@second-read/core/review/finding-ids';
import { expect } from 'vitest';
import { moduleOf } from './catalogue.ts';

export type Wish = Change extends infer C ? (C extends Change ? Omit<C, 'id'> : never) : never;

export function reviewerOf(id: string): ExamReviewer {
  const { examReview: review, exam: words } = moduleOf(id);
  if (!review || !words) throw new Error(`${id} reads no exams`);
  return { review, words };
}

export function withIds(wishes: readonly Wish[]): Change[] {
  return wishes.map((wish) => ({ ...wish, id: randomUUID() }) as Change);
}

/** An exam with a reader's changes. */
export function reviewed(exam: StoredExam, changes: readonly Change[]) {
  const reviewer = reviewerOf(exam.module);
  const module = reviewOfExam(exam, reviewer);
  const machine = examAsReviewable(exam, module.fields);
  const now = applyChanges(module, machine, changes, { width: 128, height: 128 });
  return { now, machine, module, current: reviewedExam(exam, now, reviewer) };
}

export function documentOfExam(exam: StoredExam) {
  const { words } = reviewerOf(exam.module);
  return examDocument(exam, { words, fileName: 'x' }, noHeader);
}

export const reject = (finding: string): Wish => ({ kind: 'reject', finding, reason: 'artefact' });

const picture = { width: 128, height: 128 };

export const lesion = (id: string, type: string, more: Partial<ExamFinding> = {}): ExamFinding => ({
  ...{ id, type, found: true, probability: 0.8, side: 'left', volumeMl: 2, diameterMm: 12, facts: {} },
  slices: [{ slice: 1, file: 'slice-2', box: { x: 4, y: 4, width: 9, height: 9 }, score: 0.8 }],
  ...more,
});

/** As version 1 stored it, in sentences. */
export function examOf(
  module: string,
  findings: readonly ExamFinding[],
  { category, ...more }: { readonly category?: object; readonly [name: string]: unknown } = {},
): StoredExam {
  const slice = (at: number) => ({
    ...{ file: `slice-${at + 1}`, sent: at + 1, instanceNumber: at + 1, placeMm: 5 * at },
    ...{ status: 'read', message: null, width: 128, height: 128 },
  });
  const views = { values: { views: 2 } };
  const exam = examOfReading({
    ...{ module, kind: 'exam', version: 1, scores: {}, findings, slices: [0, 1, 2].map(slice) },
    reading: {
      ...{ module, kind: 'exam', version: 1, conclusion: 'The machine speaks of a lesion.' },
      findings: ['A lesion that the machine names.', 'Sulci: visible.', 'Lungs 4.0 l on the slices read.'],
      ...{ notAssessed: ['Bones are not assessed.'], technique: ['Technique: 3 slices.'], facts: {} },
      rules: ['right', 'left'].map((side) => ({ id: 'x', text: `${side} breast: 1`, ...views })),
      keySlices: [{ slice: 1, file: 'slice-2', shows: 'lesion' }],
      ...(category && { category }),
      ...more,
    },
  });
  if (exam === undefined) throw new Error('an exam of version 1 is not read');
  return exam;
}

/** What is left of an exam after a reader's changes; whatever they are, the report stays well worded. */
export function after(exam: StoredExam, ...wishes: readonly Wish[]) {
  const changes = withIds(wishes);
  const { now, machine, module, current } = reviewed(exam, changes);
  const document = documentOfExam(current);
  // Whatever a reader changes, the report stays well worded.
  expect(wordingFaults(document)).toEqual([]);
  const refuses = (wish: Wish) => {
    const [change] = withIds([wish]);
    if (change === undefined) throw new Error('no change');
    const { fields, split } = module;
    return refusalOf(change, { fields, split, usedIds: usedIds(machine, changes), changes, now, picture });
  };
  const wording = wordedExam(current, reviewerOf(exam.module).words);
  return { now, current, wording, text: JSON.stringify(document), refuses };
}

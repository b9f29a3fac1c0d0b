import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import type { ReviewFields } from '../review-module.ts';

/** What the findings of a reviewed exam lead to, by a module's rules. */
export interface ExamCategory {
  readonly category: NonNullable<StoredExam['reading']['category']>;
  readonly rules: StoredExam['reading']['rules'];
  /** How the conclusion begins: "BI-RADS 4, suspicious. Left breast: …". */
  readonly words: string;
}

/** A module's `exam-review.ts`: what may be changed in the report of its exams, and what follows by rule. */
export interface ExamReviewModule {
  readonly fields: ReviewFields;
  /** Sentences of the machine's report that speak of no finding that can be changed: they stay. */
  readonly keeps: RegExp;
  /** The type of a finding, which may follow from its size; without it a finding keeps its type. */
  typeOf?(finding: StoredExamFinding): string;
  /** Without it the module gives an exam no category. `exam`: as the machine read it. */
  categoryOf?(exam: StoredExam, findings: readonly StoredExamFinding[]): ExamCategory;
  /** Of a module that gives no category: rules that follow from the findings; the report tells them. */
  rulesOf?(exam: StoredExam, findings: readonly StoredExamFinding[]): StoredExam['reading']['rules'];
  /** The same with a category that a reader gives instead. */
  withCategory?(exam: StoredExam, value: string, reason: string): ExamCategory;
}

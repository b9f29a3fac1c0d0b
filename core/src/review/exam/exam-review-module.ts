import type { ExamWords } from '../../exam/report/exam-words.ts';
import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import type { Outline, Point } from '../../reading/outline.ts';
import type { ReviewFields } from '../review-module.ts';

/** One of the marks of a finding; `slice` from 0 along the stack. */
export interface PlacedMark {
  readonly slice: number;
  /** Its middle, in pixels of the slice; null of a finding that was put on the slice and not outlined. */
  readonly at: Point | null;
  /** Null of the engine's own. */
  readonly outline: Outline | null;
}

/** The marks of a finding that a reader added or outlined, the largest first. */
export interface PlacedAt {
  readonly exam: StoredExam;
  readonly marks: readonly PlacedMark[];
}

export interface Placed {
  /** Null where it does not follow. */
  readonly side: StoredExamFinding['side'];
  readonly facts: StoredExamFinding['facts'];
}

/** A module's `exam-review.ts`: what may be changed in the report of its exams. */
export interface ExamReviewModule {
  readonly fields: ReviewFields;
  /** Which length of an outline the diameter of its findings is. */
  readonly diameter: 'longest' | 'meanDiameter';
  /** What the place of a reader's finding says, as the engine has it of its own marks. */
  placed?(at: PlacedAt): Placed;
  /**
   * Of findings that a reader says are one lesion: that which says what it is, and what follows from all of
   * them; no category is lower than that of a part.
   */
  merged?(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'];
  /** The type of a finding, which may follow from its size; without it a finding keeps its type. */
  typeOf?(finding: StoredExamFinding): string;
}

/** What reviews an exam of a module: the changes that it allows, and the rules of every exam of it. */
export interface ExamReviewer {
  readonly review: ExamReviewModule;
  readonly words: ExamWords;
}

import type { AssessmentCategory } from '../../report/assessment-category.ts';
import type { ExamRule, ExamWording, StoredCategory } from '../exam-reading.ts';
import type { Reconstruction } from '../stack/reconstruction.ts';
import type { StoredExam } from '../stored-exam.ts';
import type { ExamFindingTypes } from './exam-finding-types.ts';

/** What findings and facts of an exam lead to by a module's rules. */
export interface ExamConclusion {
  readonly rules: readonly ExamRule[];
  readonly category?: StoredCategory;
}

/** How a module concludes and words its exams. A module without it reads single pictures alone. */
export interface ExamWords {
  readonly title: string;
  /** What one picture of it is called: views stand beside each other, slices follow each other. */
  readonly noun: 'slice' | 'view';
  /** Of slices: which of several reconstructions is read where the reader does not choose. */
  readonly prefers?: Reconstruction;
  /** Finding type of `exam.ts` → its words. */
  readonly types: ExamFindingTypes;
  /** Words of the value of the exam's category; undefined where the module gives none. */
  categoryOf?(value: string): AssessmentCategory | undefined;
  /** The same rules for what the engine read and for what a reader made of it. */
  conclude?(exam: StoredExam): ExamConclusion;
  /** The sentences of an exam, of its codes alone. */
  word(exam: StoredExam): ExamWording;
}

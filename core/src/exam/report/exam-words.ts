import type { Code } from '../../encode/code.ts';
import type { AssessmentCategory } from '../../report/assessment-category.ts';
import type { Reconstruction } from '../stack/series-choice.ts';

/** One kind of finding of a module's exams: what it is called, drawn in, coded as, and how pressing it is. */
export interface ExamFindingType {
  readonly label: string;
  /** `#RRGGBB`, that of the module's pictures. */
  readonly colour: string;
  readonly concept: Code;
  /** Once found, 1 to 100: an order among reports, not a probability. From 50 on it is urgent. */
  readonly urgency: number;
  /** Of a lesion that can be followed from exam to exam: types of one name may be the same lesion. */
  readonly lesion?: string;
  /** Types of single pictures whose classes show it, where they are not the lesion's. */
  readonly shownAs?: readonly string[];
}

/** How a module words its exams. A module without it reads single pictures alone. */
export interface ExamWords {
  readonly title: string;
  /** What one picture of it is called: views stand beside each other, slices follow each other. */
  readonly noun: 'slice' | 'view';
  /** Of slices: which of several reconstructions is read where nobody chooses. */
  readonly prefers?: Reconstruction;
  /** Finding type of `exam.ts` → its words. */
  readonly types: Readonly<Record<string, ExamFindingType>>;
  /** Words of the value of the exam's category; undefined where the module gives none. */
  categoryOf?(value: string): AssessmentCategory | undefined;
}

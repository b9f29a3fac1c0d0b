import type { Code } from '../../reading/code.ts';
import type { ExamFacts } from '../exam-reading.ts';

/** One kind of finding of a module's exams: what it is called, drawn in, coded as, and how pressing it is. */
interface ExamFindingType {
  readonly label: string;
  /** `#RRGGBB`, that of the module's pictures. */
  readonly colour: string;
  readonly concept: Code;
  /** Once found, 1 to 100: an order among reports, not a probability. From 50 on it is urgent. */
  readonly urgency: number;
  /** The type whose absence the report states where no finding of this one is left; without it itself. */
  readonly absentAs?: string;
  /** Of a lesion that can be followed from exam to exam: types of one name may be the same lesion. */
  readonly lesion?: string;
  /** Where in its side it lies, for lists: "upper outer quadrant". */
  readonly placeWords?: (finding: { readonly facts: ExamFacts }) => readonly string[];
  /** Types of single pictures whose classes show it, where they are not the lesion's. */
  readonly shownAs?: readonly string[];
}

/** Finding type of `exam.ts` → what it is called and shown as. */
export type ExamFindingTypes = Readonly<Record<string, ExamFindingType>>;

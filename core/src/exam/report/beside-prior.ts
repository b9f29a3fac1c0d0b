import type { LesionChange } from './comparison.ts';
import type { ExamFinding, ExamReading } from './exam-report.ts';

/** An earlier exam of the patient, and what became of its lesions. */
export interface PriorOfExam {
  readonly findings: readonly ExamFinding[];
  /** Of neighboring slices; null where unknown. */
  readonly spacingMm: number | null;
  /** Between both exams; null where the dates are not known. */
  readonly days: number | null;
  readonly lesions: readonly LesionChange[];
}

/** A module's reading of an exam with what follows from an earlier one by written rules. Pure. */
export type BesidePrior = (
  reading: ExamReading,
  findings: readonly ExamFinding[],
  prior: PriorOfExam,
) => ExamReading;

import type { Box } from '../../pixels/plane.ts';
import type { ExamFacts, ExamReading } from '../exam-reading.ts';
import type { ExamSlice, SeenSlice } from '../exam-slice.ts';
import type { Reconstruction } from '../stack/reconstruction.ts';
import type { StackFacts } from '../stack/stack.ts';

/** Where a finding shows: `slice` counts from 0 along the stack. */
export interface FindingMark {
  readonly slice: number;
  readonly file: string;
  readonly box: Box;
  readonly score: number;
  /** What it adds to the volume of the finding, and how wide it is, where that is known. */
  readonly volumeMl?: number;
  readonly diameterMm?: number;
}

/** One lesion, or one thing that was looked for and not found. */
export interface ExamFinding {
  readonly id: string;
  readonly type: string;
  readonly found: boolean;
  /** 0 to 1, calibrated where the module's metrics.json says so; null where nothing measures it. */
  readonly probability: number | null;
  readonly side: 'left' | 'right' | 'both' | null;
  readonly volumeMl: number | null;
  readonly diameterMm: number | null;
  readonly slices: readonly FindingMark[];
  /** Coded descriptors and further measurements. */
  readonly facts: ExamFacts;
  /** Of one that a reader merged or split: the engine's findings whose marks it has. */
  readonly madeOf?: readonly string[];
  /** A reader split it, or a part of it: it may lack marks of these. */
  readonly isPart?: true;
}

/** What a finding says that is not there. */
export const notFound = {
  ...{ found: false, probability: null, side: null, volumeMl: null, diameterMm: null },
  ...{ slices: [] as FindingMark[], facts: {} },
};

/** A slice as the mark of what shows on all of it. */
export function wholeSlice({ index, file, width, height }: SeenSlice, score: number): FindingMark {
  return { slice: index, file, box: { x: 0, y: 0, width, height }, score };
}

/** What a module reads in an exam: codes and numbers. What follows by rule is added by `concludedExam`. */
export interface ExamReport {
  readonly reading: Omit<ExamReading, 'rules' | 'category' | 'keySlices'>;
  /** Of each type the most important first. */
  readonly findings: readonly ExamFinding[];
  readonly scores: Readonly<Record<string, number | null>>;
}

/** A module's `exam.ts`: slices that were read one by one to one reading. Pure. */
export interface ExamModule {
  /** Which of several reconstructions it reads rather. */
  readonly prefers: Reconstruction;
  /** Views of an exam stand beside each other; slices of a body follow each other. */
  readonly isStack: boolean;
  /** Why slices that were read are together no exam of this kind; undefined where they are one. */
  refusal?(slices: readonly ExamSlice[]): string | undefined;
  read(slices: readonly ExamSlice[], stack: StackFacts): ExamReport;
}

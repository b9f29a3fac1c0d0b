import type { AnalysisId } from '../../analysis/manifest.ts';
import type { Box } from '../../pixels/plane.ts';
import type { Rule } from '../../reading/category.ts';
import type { ExamSlice } from '../exam-slice.ts';
import type { Reconstruction } from '../stack/series-choice.ts';
import type { StackFacts } from '../stack/stack.ts';

/** Where a finding shows: `slice` counts from 0 along the stack. */
export interface FindingMark {
  readonly slice: number;
  readonly file: string;
  readonly box: Box;
  readonly score: number;
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
  /** What else is said of it; units are in the names. */
  readonly facts: Readonly<Record<string, number | string | boolean | null>>;
}

/** What the module says of the whole exam. Words are the report's own. */
export interface ExamReading {
  readonly module: AnalysisId;
  readonly kind: 'exam';
  readonly version: 1;
  readonly conclusion: string;
  /** Sentences in the order of the report. */
  readonly findings: readonly string[];
  readonly notAssessed: readonly string[];
  readonly technique: readonly string[];
  readonly rules: readonly Rule[];
  /** Assessment of the whole exam, and of its parts, e.g. each breast. */
  readonly category?: {
    readonly system: string;
    readonly value: string;
    readonly parts?: Readonly<Record<string, string>>;
  };
  /** Slices worth opening first, from 0, with why. */
  readonly keySlices: readonly { readonly slice: number; readonly file: string; readonly shows: string }[];
  /** Numbers and states of the exam by name; units are in the names. */
  readonly facts: Readonly<Record<string, number | string | boolean | null>>;
}

export interface ExamReport {
  readonly reading: ExamReading;
  readonly findings: readonly ExamFinding[];
  readonly scores: Readonly<Record<string, number | null>>;
}

/** A module's `exam.ts`: slices that were read one by one to one report. Pure. */
export interface ExamModule {
  /** Which of several reconstructions it reads rather. */
  readonly prefers: Reconstruction;
  /** Views of an exam stand beside each other; slices of a body follow each other. */
  readonly isStack: boolean;
  read(slices: readonly ExamSlice[], stack: StackFacts): ExamReport;
}

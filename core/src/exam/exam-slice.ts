import type { Score } from '../reading/analysis.ts';
import type { Candidate } from '../reading/candidate.ts';
import type { SliceEvidence } from '../reading/mark.ts';
import type { ReadingBase } from '../reading/reading.ts';

/** One picture of an exam, and what came of it. */
export interface ExamSlice {
  readonly file: string;
  /** Millimetres along the stack; null where the files do not say. */
  readonly placeMm: number | null;
  /** How much of the body it represents along the stack; null where the files do not say. */
  readonly slabMm: number | null;
  readonly outcome: SliceOutcome;
}

export interface ReadSlice {
  readonly status: 'read';
  readonly width: number;
  readonly height: number;
  /** Of a pixel; null where the file does not say. */
  readonly pixelMm: { readonly x: number; readonly y: number } | null;
  /** Whether that size is at the detector: larger than in the patient. */
  readonly atDetector?: true;
  readonly isHounsfield: boolean;
  readonly evidence: SliceEvidence;
  readonly scores: Readonly<Record<string, Score>>;
  readonly candidates: readonly Candidate[];
  readonly reading?: ReadingBase;
  /** Side and view of a mammogram as its file says. */
  readonly laterality: 'L' | 'R' | null;
  readonly view: string | null;
}

export interface UnreadSlice {
  /** `refused`: not what the module reads. `failed`: the file could not be read. */
  readonly status: 'refused' | 'failed';
  readonly reason: string;
  readonly message: string;
}

export type SliceOutcome = ReadSlice | UnreadSlice;

/** A slice that was read, with its place in the stack, from 0. */
export interface SeenSlice extends Omit<ExamSlice, 'outcome'>, ReadSlice {
  readonly index: number;
}

export function seenSlices(slices: readonly ExamSlice[]): SeenSlice[] {
  return slices.flatMap(({ outcome, ...place }, index) =>
    outcome.status === 'read' ? [{ ...place, ...outcome, index }] : [],
  );
}

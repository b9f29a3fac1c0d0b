import type { Vector } from '../decode/directions.ts';
import type { SegmentCoding } from '../reading/code.ts';
import type { SourceInstance } from './source-instance.ts';

/** A slice that segments lie on. */
export interface SegmentedSlice extends SourceInstance {
  /** Where it lies in the patient; null where its file does not say. */
  readonly plane: {
    readonly position: Vector;
    readonly rowDirection: Vector;
    readonly columnDirection: Vector;
  } | null;
}

/** One lesion, or one class of the label maps, over the slices of an exam. */
export interface ExamSegment {
  /** Of a lesion the id of its finding, of a class its number: what tracks it. */
  readonly name: `finding-${string}` | `region-${number}`;
  readonly label: string;
  readonly colour: string;
  readonly coding: SegmentCoding;
  /**
   * Missing where no reader outlined it on any slice; `both`: on some slices a reader, on others the program.
   */
  readonly outlinedBy?: 'reader' | 'both';
  /** `slice` counts from 0 in the slices; runs as in a mark: row, first column, column behind the last. */
  readonly frames: readonly { readonly slice: number; readonly runs: Int32Array }[];
}

/** What an exam outlines, on slices of one size in the order of their stack. */
export interface ExamSegments {
  readonly width: number;
  readonly height: number;
  readonly pixelMm: { readonly x: number; readonly y: number } | null;
  readonly thicknessMm: number | null;
  readonly spacingMm: number | null;
  /** Missing where the files do not name it, or not the same. */
  readonly frameOfReferenceUid?: string;
  readonly slices: readonly SegmentedSlice[];
  /** Each with a frame at least; a segment's number is its place, from 1. */
  readonly segments: readonly ExamSegment[];
}

/** The segment that a finding of the exam is, with its number. */
export function segmentOfFinding(
  { segments }: ExamSegments,
  id: string,
): { readonly segment: ExamSegment; readonly segmentNumber: number } | undefined {
  const at = segments.findIndex(({ name }) => name === `finding-${id}`);
  const segment = segments[at];
  return segment && { segment, segmentNumber: at + 1 };
}

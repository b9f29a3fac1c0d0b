import type { Outline } from '../../reading/outline.ts';
import type { AnyFinding } from '../../reading/reading.ts';
import { readerMethod } from '../measure.ts';

type SliceOutlines = readonly { readonly slice: number; readonly outline: Outline }[];

/** What a reader outlined of a finding of an exam, at most one outline a slice. */
export function sliceOutlinesOf({ sliceOutlines: drawn }: AnyFinding): SliceOutlines {
  // Checked as they arrived: they are read once for every change that follows.
  return Array.isArray(drawn) ? (drawn as SliceOutlines) : [];
}

/**
 * With an outline on one slice. Volume and diameter came from the machine's outlines of all slices: they go
 * until a reader states them.
 */
export function withSliceOutline(finding: AnyFinding, slice: number, outline: Outline): AnyFinding {
  const others = sliceOutlinesOf(finding).filter((each) => each.slice !== slice);
  const measurements = finding.measurements.filter(
    ({ quantity, method }) => method === readerMethod || !ofOutlines.includes(quantity),
  );
  return { ...finding, measurements, sliceOutlines: [...others, { slice, outline }] };
}

const ofOutlines: readonly string[] = ['volume', 'mean_diameter'];

export function withoutSliceOutlines(finding: AnyFinding): AnyFinding {
  return { ...finding, sliceOutlines: undefined };
}

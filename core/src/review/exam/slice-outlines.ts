import { z } from 'zod';
import type { AnyFinding } from '../../reading/reading.ts';
import { type Outline, outlineSchema } from '../change.ts';
import { readerMethod } from '../measure.ts';

const sliceOutlines = z.array(z.object({ slice: z.int().min(0), outline: outlineSchema }));
type SliceOutlines = z.infer<typeof sliceOutlines>;

/** What a reader outlined of a finding of an exam, at most one outline a slice. */
export function sliceOutlinesOf({ sliceOutlines: drawn }: AnyFinding): SliceOutlines {
  return sliceOutlines.catch([]).parse(drawn);
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

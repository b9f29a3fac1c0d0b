import { fillPolygon } from '../../pixels/regions/fill-polygon.ts';
import { markOf } from '../../reading/mark.ts';
import type { StoredExamFinding } from '../stored-exam.ts';

/**
 * The pixels of what a reader outlined of a finding on one slice, as runs of a mark; empty: no outline there.
 */
export function drawnRuns(
  file: string,
  { slices }: Pick<StoredExamFinding, 'slices'>,
  picture: { readonly width: number; readonly height: number },
): Int32Array[] {
  return slices.flatMap((shown) => {
    const filled = shown.file === file && shown.outline && fillPolygon(shown.outline, picture);
    if (!filled) return [];
    const { x, y } = filled.box;
    const runs = markOf(filled.mask, { type: '', score: 1 })?.runs ?? new Int32Array();
    return [runs.map((value, at) => value + (at % 3 === 0 ? y : x))];
  });
}

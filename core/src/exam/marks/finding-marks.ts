import type { SeenSlice } from '../exam-slice.ts';
import type { FindingMark } from '../report/exam-report.ts';
import type { Linked, PlacedMark } from './link-marks.ts';

/** What one mark adds to the volume of its lesion, and how wide it is. */
export interface MarkSize {
  readonly volumeMl: number | null;
  readonly diameterMm: number | null;
}

/** The marks of a lesion as a report carries them, those of slices that were read. */
export function findingMarks(
  lesion: Linked,
  slices: ReadonlyMap<number, SeenSlice>,
  sizeOf: (placed: PlacedMark) => MarkSize,
): FindingMark[] {
  return lesion.flatMap((placed) => {
    const { slice, mark } = placed;
    const file = slices.get(slice)?.file;
    return file === undefined
      ? []
      : [{ slice, file, box: mark.box, score: mark.score, ...sizes(sizeOf(placed)) }];
  });
}

function sizes({ volumeMl, diameterMm }: MarkSize) {
  return {
    ...(volumeMl !== null && { volumeMl: Number(volumeMl.toFixed(4)) }),
    ...(diameterMm !== null && { diameterMm: Number(diameterMm.toFixed(2)) }),
  };
}

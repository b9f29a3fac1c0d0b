import { measurementLines } from './measure.ts';
import type { Measurement } from './measurements.ts';
import type { Picture } from './source/picture.ts';

/** What is written beside a measurement. */
export interface MeasurementLabel {
  readonly id: string;
  readonly lines: readonly string[];
}

/** The labels of the measurements on an image; one that is still being drawn may have none. */
export function labelsOf(all: readonly Measurement[], picture: Picture | null): MeasurementLabel[] {
  if (!picture) return [];
  return all.flatMap(({ id, tool, points }) => {
    const lines = measurementLines(tool, points, picture);
    return lines.length > 0 ? [{ id, lines }] : [];
  });
}

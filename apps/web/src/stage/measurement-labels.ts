import { measurementLines } from './measure.ts';
import type { Measurement } from './measurements.ts';
import type { Picture } from './source/picture.ts';

/** What is written beside a measurement. */
export interface MeasurementLabel {
  readonly id: string;
  /** None of an arrow without text. */
  readonly lines: readonly string[];
  /** As a list names it. */
  readonly words: string;
  /** Whether its text is being written. */
  readonly isWritten: boolean;
}

/**
 * The labels of the measurements on an image; one that is still being drawn may have none.
 * @param written id of the arrow whose text is being written
 */
export function labelsOf(
  all: readonly Measurement[],
  picture: Picture | null,
  written: string | null = null,
): MeasurementLabel[] {
  if (!picture) return [];
  return all.flatMap(({ id, tool, points, text = '' }): MeasurementLabel[] => {
    if (tool === 'arrow') {
      if (points.length < 2) return [];
      const lines = text === '' ? [] : [text];
      return [{ id, lines, words: ['Arrow', ...lines].join(': '), isWritten: id === written }];
    }
    const lines = measurementLines(tool, points, picture);
    return lines.length > 0 ? [{ id, lines, words: lines.join(', '), isWritten: false }] : [];
  });
}

import type { Picture } from '../source/picture.ts';
import { drawnOn, linesOf, wordsOf } from './measure.ts';
import type { Measurement } from './measurement-shape.ts';

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
  return all.flatMap((measurement): MeasurementLabel[] => {
    const drawn = drawnOn(measurement, picture);
    const { id } = measurement;
    return drawn ? [{ id, lines: linesOf(drawn), words: wordsOf(drawn), isWritten: id === written }] : [];
  });
}

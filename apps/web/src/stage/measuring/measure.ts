import { ellipseStatistics } from '@second-read/core/review/measurements/ellipse-statistics';
import { measurementLines } from '@second-read/core/review/measurements/measurement-words';
import type { DrawnMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { areaWords, lengthWords } from '../../ui/format/lengths.ts';
import type { Picture } from '../source/picture.ts';

/** Image coordinates: the corner of the first pixel is 0, 0. */
export type ImagePoint = readonly [x: number, y: number];

export type MeasureTool = DrawnMeasurement['tool'];

/** A measurement as it is drawn: how many points it has so far says how far it is. */
interface Drawing {
  readonly id: string;
  readonly tool: MeasureTool;
  readonly points: readonly ImagePoint[];
  readonly text?: string;
}

/** What a measurement comes to on its image; null while it is drawn, and of an ellipse without pixels. */
export function drawnOn({ id, tool, points, text = '' }: Drawing, picture: Picture): DrawnMeasurement | null {
  const [first, second, third, fourth] = points.map(([x, y]) => ({ x, y }));
  const common = { id, ...pixelOf(picture) };
  if (!first) return null;
  const unit = picture.kind === 'grey' ? picture.unit : '';
  if (tool === 'probe') return { ...common, tool, unit, points: [first], values: valuesAt(picture, first) };
  if (!second) return null;
  if (tool === 'length') return { ...common, tool, points: [first, second] };
  if (tool === 'arrow') return { ...common, tool, points: [first, second], text };
  if (!third) return null;
  if (tool === 'angle') return { ...common, tool, points: [first, second, third] };
  if (!fourth) return null;
  const ends: [typeof first, typeof first, typeof first, typeof first] = [first, second, third, fourth];
  const found = ellipseStatistics(ends, { ...picture, isColor: picture.kind === 'colour' });
  if (found === null) return null;
  const { mean, sd, min, max } = found;
  return { ...common, tool, unit, points: ends, statistics: { mean, sd, min, max } };
}

/** Size of a pixel as the report keeps it. */
export function pixelOf({ spacing }: Picture): Pick<DrawnMeasurement, 'pixelMm' | 'atDetector'> {
  return {
    pixelMm: spacing ? { x: spacing.xMm, y: spacing.yMm } : null,
    ...(spacing?.kind === 'imager' && { atDetector: true as const }),
  };
}

/** Line by line, in the units that the account reads. */
export function linesOf(drawn: DrawnMeasurement): readonly string[] {
  return measurementLines(drawn, { length: lengthWords, area: areaWords });
}

/** As a list names it, in one line. */
export function wordsOf(drawn: DrawnMeasurement): string {
  const lines = linesOf(drawn);
  return drawn.tool === 'arrow' ? ['Arrow', ...lines].join(': ') : lines.join(', ');
}

/** Of the pixel at a point, the last one at the far edges. */
function valuesAt({ kind, width, height, samples }: Picture, { x, y }: { x: number; y: number }): number[] {
  const within = (at: number, size: number) => Math.min(Math.max(Math.floor(at), 0), size - 1);
  const pixel = within(y, height) * width + within(x, width);
  return kind === 'grey' ? [samples[pixel] ?? 0] : [...samples.subarray(pixel * 3, pixel * 3 + 3)];
}

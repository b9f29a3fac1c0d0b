import type { ReviewFields } from '../review-module.ts';
import { type ImagePlace, mostMeasurements, type ReaderMeasurement } from './reader-measurement.ts';

type PixelMm = ReaderMeasurement['pixelMm'];

/** What a measurement is checked against. */
export interface MeasuredReport {
  readonly fields: ReviewFields;
  /** Size of the one image of a report in pixels. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Size of a pixel as the report has it; undefined where it says nothing of that image. */
  readonly pixelMm?: (image: ImagePlace) => PixelMm | undefined;
  readonly now: { readonly measurements: readonly ReaderMeasurement[] };
}

/** Why a measurement cannot be kept, in a sentence for the reader; null where it can. */
export function measurementRefusal(measurement: ReaderMeasurement, report: MeasuredReport): string | null {
  const { measurements } = report.now;
  const isKnown = measurements.some(({ id }) => id === measurement.id);
  if (!isKnown && measurements.length >= mostMeasurements)
    return `A report has at most ${mostMeasurements} measurements.`;
  const { image, points, pixelMm } = measurement;
  const size = sizeOfImage(image, report);
  if (typeof size === 'string') return size;
  if (size !== null && points.some(({ x, y }) => x > size.width || y > size.height))
    return 'The measurement lies outside of the image.';
  const known = report.pixelMm?.(image);
  return known === undefined || isSamePixel(known, pixelMm) ? null : 'The report has another pixel size.';
}

/** Null of a plane across the slices, whose size follows from all of them; a sentence where there is none. */
export function sizeOfImage(
  { slice, cut }: ImagePlace,
  { fields, picture }: Pick<MeasuredReport, 'fields' | 'picture'>,
) {
  const { slices, slicePictures = [] } = fields;
  if (slices === undefined)
    return slice === undefined && cut === undefined ? picture : 'The report has one image.';
  if (cut !== undefined) return null;
  if (slice === undefined) return 'Say which image the measurement lies on.';
  if (slice >= slices) return `There is no image ${slice + 1} to measure on.`;
  return slicePictures[slice] ?? `Image ${slice + 1} was not read: nothing is measured there.`;
}

/** Pixel sizes of one image that were read twice agree to the last digits. */
const samePixel = 1e-3;

export function isSamePixel(known: PixelMm, given: PixelMm): boolean {
  if (known === null || given === null) return known === given;
  return Math.abs(given.x / known.x - 1) < samePixel && Math.abs(given.y / known.y - 1) < samePixel;
}

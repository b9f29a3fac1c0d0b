import type { DecodeProblem } from './study.ts';

/** No side may be longer. */
export const maxSide = 12_000;
/** At most 100 megapixels, counted before decoding. */
export const maxPixels = 100_000_000;

/** Checks a size from a file's header, before any pixel is decoded. @param most fewer than `maxPixels` */
export function sizeProblem(width: number, height: number, most = maxPixels): DecodeProblem | undefined {
  if (!(width >= 1 && height >= 1)) return 'corrupt_file';
  if (width > maxSide || height > maxSide) return 'side_too_long';
  if (width * height > most) return 'too_many_pixels';
  return undefined;
}

/** What it means that an image has more pixels than a module takes. */
export function tooManyPixels({ title, mostPixels }: { title: string; mostPixels: number }): string {
  return `The image has too many pixels. ${title} takes at most ${mostPixels / 1e6} megapixels.`;
}

/**
 * Frames of an animation, or pages of a TIFF, of which the first is read: libraries walk all of them, some in
 * n² steps.
 */
export const maxPages = 1_000;
/** Scans of one JPEG. Progressive writers make about ten; each is a pass over all pixels. */
export const maxScans = 100;

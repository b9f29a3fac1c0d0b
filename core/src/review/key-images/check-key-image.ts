import { isSamePixel, type MeasuredReport, sizeOfImage } from '../measurements/check-measurement.ts';
import { type KeyImage, type KeyImageLook, mostKeyImages } from './key-image.ts';

/** What a key image is checked against. */
export type ReportOfKeyImages = Omit<MeasuredReport, 'now'> & {
  readonly now: { readonly keyImages: readonly KeyImage[]; readonly removedKeyImages: readonly KeyImage[] };
};

/** Why a key image cannot be kept, in a sentence for the reader; null where it can. */
export function keyImageRefusal(look: KeyImageLook, report: ReportOfKeyImages): string | null {
  if (isFull(report)) return tooMany;
  const { image, area, pixelMm } = look;
  const size = sizeOfImage(image, report);
  if (typeof size === 'string') return size;
  if (size !== null && (area.x + area.width > size.width || area.y + area.height > size.height))
    return 'The key image shows more than the image.';
  const known = report.pixelMm?.(image);
  return known === undefined || isSamePixel(known, pixelMm) ? null : 'The report has another pixel size.';
}

/** The same of one that was removed and comes back. */
export function returnRefusal(id: string, report: ReportOfKeyImages): string | null {
  if (!report.now.removedKeyImages.some((each) => each.id === id)) return 'This key image was not removed.';
  return isFull(report) ? tooMany : null;
}

const tooMany = `A report has at most ${mostKeyImages} key images.`;

function isFull({ now }: ReportOfKeyImages): boolean {
  return now.keyImages.length >= mostKeyImages;
}

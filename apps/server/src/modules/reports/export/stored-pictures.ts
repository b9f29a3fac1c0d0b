import { buffer } from 'node:stream/consumers';
import type { LabelMap, Plane, RgbImage } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import type { AppContext } from '../../../context.ts';
import type { StoredReport } from '../reports.repository.ts';

type Report = StoredReport['report'];

/** The class numbers of a report, one per pixel. */
export function storedLabels(report: Report, context: AppContext): Promise<LabelMap> {
  return storedLabelMap(report.images.labels, context);
}

/** A stored label map by its key. */
export async function storedLabelMap(key: string, context: AppContext): Promise<LabelMap> {
  const { width, height, data } = await decodeStored(key, context);
  if (data.length !== width * height) throw new Error('a label map has more than one channel');
  return { width, height, data };
}

/** The picture as it was displayed: grey or colour, 8 bit. */
export function storedOriginal(report: Report, context: AppContext): Promise<Plane<Uint8Array> | RgbImage> {
  return decodeStored(report.images.original, context);
}

/** What the engine drew. */
export function storedView(
  { images }: Report,
  role: 'segmented' | 'overlay' | 'figure',
  context: AppContext,
): Promise<Plane<Uint8Array> | RgbImage> {
  return decodeStored(images[role] ?? '', context);
}

/** Only ever PNGs that this server wrote. */
async function decodeStored(key: string, { blobs }: AppContext) {
  const blob = await blobs.open(key);
  if (!blob) throw new Error('a picture of a report is missing');
  const png = await buffer(blob.stream);
  const image = sharp(png, { limitInputPixels: false });
  // Left alone, sharp hands grey out as colour.
  const isGrey = (await image.metadata()).channels === 1;
  const { data, info } = await image
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3) throw new Error('a stored picture has an unexpected channel');
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

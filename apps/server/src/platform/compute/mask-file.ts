import type { Codecs } from '@second-read/core/decode/decode-study';
import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import { sizeProblem } from '@second-read/core/decode/limits';
import type { RasterFormat } from '@second-read/core/decode/raster-codec';
import { structureProblem } from '@second-read/core/decode/raster-structure';
import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem } from '@second-read/core/decode/study';
import { fillBoxes } from '@second-read/core/deidentify/fill-boxes';
import { maskDicom } from '@second-read/core/deidentify/mask-dicom';
import type { Box } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { encodePng } from './encode-png.ts';

/** Limit of a masked DICOM copy: this many times its file, or one large picture. */
const maxExpansion = 4;
const alwaysAllowedBytes = 64 * 1024 * 1024;

type Parts =
  | { readonly ok: true; readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  | { readonly ok: false; readonly problem: DecodeProblem };

/**
 * A file with boxes of its picture blackened. DICOM stays DICOM, without compression; any other picture
 * becomes a PNG, upright and at its depth. The parts throw `Damaged`.
 */
export async function maskedParts(bytes: Uint8Array, boxes: readonly Box[], codecs: Codecs): Promise<Parts> {
  const format = sniff(bytes);
  if (format === 'unknown') return { ok: false, problem: 'unknown_format' };
  if (format === 'unsupported') return { ok: false, problem: 'unsupported_format' };
  if (format === 'dicom') return maskDicom(bytes, boxes, codecs.dicom);
  try {
    const masked = await maskedRaster({ bytes, format }, boxes, codecs);
    if (masked.length > Math.max(alwaysAllowedBytes, maxExpansion * bytes.length))
      return { ok: false, problem: 'too_many_pixels' };
    return { ok: true, parts: [masked] };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem };
    return { ok: false, problem: 'corrupt_file' };
  }
}

async function maskedRaster(
  { bytes, format }: { readonly bytes: Uint8Array; readonly format: RasterFormat },
  boxes: readonly Box[],
  { raster }: Codecs,
): Promise<Uint8Array> {
  const broken = structureProblem(bytes, format);
  if (broken) throw new Damaged(broken, 'structure');
  const header = await raster.header(bytes);
  const problem = sizeProblem(header.width, header.height);
  if (problem) throw new Damaged(problem, 'size');
  const pixels = await raster.pixels(bytes);
  const { width, height } = pixels;
  if (pixels.channels === 3) {
    fillBoxes(pixels, boxes, 0);
    return pixels.data instanceof Uint8Array
      ? encodePng({ width, height, data: pixels.data })
      : encodeDeep(pixels.data, { width, height, channels: 3 });
  }
  // PNG cannot hold floats; images with burned-in text are not float.
  if (pixels.bitsStored > 16) throw new Damaged('unsupported_format', 'floats cannot be masked');
  fillBoxes(pixels, boxes, 0);
  return pixels.bitsStored > 8
    ? encodeDeep(Uint16Array.from(pixels.data), { width, height, channels: 1 })
    : encodePng({ width, height, data: Uint8Array.from(pixels.data) });
}

async function encodeDeep(
  data: Uint16Array,
  raw: { width: number; height: number; channels: 1 | 3 },
): Promise<Uint8Array> {
  const space = raw.channels === 1 ? 'grey16' : 'rgb16';
  const png = await sharp(data, { raw, limitInputPixels: false }).toColourspace(space).png().toBuffer();
  return new Uint8Array(png);
}

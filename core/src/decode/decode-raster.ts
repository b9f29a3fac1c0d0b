import { luminance } from '../pixels/color/luminance.ts';
import type { GreyPlane } from '../pixels/plane.ts';
import { greyness } from './grey-rgb.ts';
import { sizeProblem } from './limits.ts';
import type { RasterCodec, RasterFormat, RasterHeader, RasterPixels } from './raster-codec.ts';
import { structureProblem } from './raster-structure.ts';
import type { DecodeResult, Study } from './study.ts';

/**
 * PNG, JPEG, WebP, TIFF, GIF or BMP to a study. Structure and header are checked before any pixel is decoded.
 */
export async function decodeRaster(
  bytes: Uint8Array,
  format: RasterFormat,
  codec: RasterCodec,
  mostPixels?: number,
): Promise<DecodeResult> {
  const broken = structureProblem(bytes, format);
  if (broken !== undefined) return { ok: false, problem: broken };
  let header: RasterHeader;
  try {
    header = await codec.header(bytes);
  } catch {
    return { ok: false, problem: 'corrupt_file' };
  }
  const problem = sizeProblem(header.width, header.height, mostPixels);
  if (problem !== undefined) return { ok: false, problem };
  try {
    return { ok: true, study: rasterStudy(await codec.pixels(bytes), format, header.pages) };
  } catch {
    return { ok: false, problem: 'corrupt_file' };
  }
}

/** A picture with three equal channels is grey: WebP and many exports cannot store grey otherwise. */
function rasterStudy(pixels: RasterPixels, format: RasterFormat, frames: number): Study {
  const { width, height } = pixels;
  const facts = { width, height, quantity: 'relative', source: { format, frames, frame: 0 } } as const;
  if (pixels.channels === 1) {
    const data = pixels.bitsStored > 16 ? finite(pixels.data) : pixels.data;
    return { ...facts, bitsStored: pixels.bitsStored, grey: { width, height, data } };
  }
  const { data } = pixels;
  const kind = greyness(data);
  if (kind === 'exact') {
    return { ...facts, bitsStored: data.BYTES_PER_ELEMENT * 8, grey: firstChannel(width, height, data) };
  }
  const colour = { width, height, data: data instanceof Uint8Array ? data : eightBit(data) };
  if (kind === 'near') return { ...facts, bitsStored: 8, grey: luminance(colour) };
  let grey: GreyPlane | undefined;
  return {
    ...facts,
    bitsStored: 8,
    colour,
    // Large photographs are mostly used in colour, so luminance is computed on first use.
    get grey() {
      grey ??= luminance(colour);
      return grey;
    },
  };
}

function firstChannel(width: number, height: number, rgb: Uint8Array | Uint16Array): GreyPlane {
  const grey = new Float32Array(width * height);
  for (let i = 0, j = 0; i < grey.length; i++, j += 3) grey[i] = rgb[j] ?? 0;
  return { width, height, data: grey };
}

/** NaN and infinities become the smallest finite value. */
function finite(values: Float32Array): Float32Array {
  let min = Number.POSITIVE_INFINITY;
  for (const value of values) if (Number.isFinite(value) && value < min) min = value;
  return values.map((value) => (Number.isFinite(value) ? value : Number.isFinite(min) ? min : 0));
}

function eightBit(data: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.round((data[i] ?? 0) / 257);
  return bytes;
}

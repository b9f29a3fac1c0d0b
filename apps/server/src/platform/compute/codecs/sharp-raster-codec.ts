import { maxPixels } from '@second-read/core/decode/limits';
import type { RasterCodec, RasterPixels } from '@second-read/core/decode/raster-codec';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { restrictLoaders } from './restrict-loaders.ts';

restrictLoaders();
/** One task per thread: the pool provides the parallelism. */
sharp.concurrency(1);
sharp.cache(false);

/**
 * PNG, JPEG, WebP and TIFF through libvips. Grey stays grey at its depth, its ICC profile unused: the stored
 * values are the measurement. Colour is brought to sRGB through its profile, CMYK included. Transparency is
 * composited on black: grey medical pictures have a black background, and white would read as dense.
 */
export function createSharpRasterCodec(): RasterCodec {
  return {
    header: async (bytes) => {
      const { width, height, pages } = await sharp(bytes, { limitInputPixels: false }).metadata();
      return { width, height, pages: pages ?? 1 };
    },
    pixels: readPixels,
  };
}

async function readPixels(bytes: Uint8Array): Promise<RasterPixels> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const isGrey = metadata.space === 'b-w' || metadata.space === 'grey16';
  return isGrey ? readGrey(bytes, metadata) : readColour(bytes, metadata);
}

/** Straight to floats. 32-bit grey passes through `b-w` unchanged; `grey16` would clip it. */
async function readGrey(bytes: Uint8Array, metadata: Metadata): Promise<RasterPixels> {
  const { depth } = metadata;
  if (depth === 'complex' || depth === 'dpcomplex') throw new Error(`grey of depth ${depth}`);
  const { data, info } = await upright(bytes, metadata, { ignoreIcc: true })
    .toColourspace(depth === 'ushort' ? 'grey16' : 'b-w')
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) throw new Error(`${info.channels} channels`);
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const bitsStored = depth === 'uchar' ? 8 : depth === 'ushort' ? 16 : 32;
  return { width: info.width, height: info.height, channels: 1, bitsStored, data: values };
}

async function readColour(bytes: Uint8Array, metadata: Metadata): Promise<RasterPixels> {
  const { depth } = metadata;
  if (depth !== 'uchar' && depth !== 'ushort') throw new Error(`colour of depth ${depth}`);
  const { data, info } = await upright(bytes, metadata, {})
    .toColourspace(depth === 'ushort' ? 'rgb16' : 'srgb')
    .raw({ depth })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels`);
  const { buffer, byteOffset, length } = data;
  const values =
    depth === 'ushort'
      ? new Uint16Array(buffer, byteOffset, length / 2)
      : new Uint8Array(buffer, byteOffset, length);
  return { width: info.width, height: info.height, channels: 3, data: values };
}

/** The largest picture takes a few seconds; anything slower is hostile. */
const longestDecodeSeconds = 20;

function upright(bytes: Uint8Array, metadata: Metadata, options: SharpOptions) {
  const image = sharp(bytes, { ...options, failOn: 'warning', limitInputPixels: maxPixels })
    .autoOrient()
    .timeout({ seconds: longestDecodeSeconds });
  return metadata.hasAlpha ? image.flatten({ background: '#000000' }) : image;
}

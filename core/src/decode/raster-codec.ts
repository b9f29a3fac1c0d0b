import type { ImageFormat } from './study.ts';

export type RasterFormat = Exclude<ImageFormat, 'dicom'>;

export interface RasterHeader {
  /** As stored, before EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** Pages of a TIFF, frames of an animated WebP. */
  readonly pages: number;
}

/**
 * The first page: upright (EXIF orientation applied), sRGB or grey, transparency composited on black. Grey
 * values are as stored; colour is interleaved.
 */
export type RasterPixels = { readonly width: number; readonly height: number } & (
  | { readonly channels: 1; readonly bitsStored: number; readonly data: Float32Array }
  | { readonly channels: 3; readonly data: Uint8Array | Uint16Array }
);

/** Reads PNG, JPEG, WebP, TIFF, GIF and BMP. Both functions reject on damaged files. */
export interface RasterCodec {
  /** Reads no pixels. */
  header(bytes: Uint8Array): Promise<RasterHeader>;
  /** Expects a size within the limits. */
  pixels(bytes: Uint8Array): Promise<RasterPixels>;
}

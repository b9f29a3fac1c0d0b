import { inflateRawSync } from 'node:zlib';
import type { RasterFormat } from '@second-read/core/decode/raster-codec';
import { stripPicture } from '@second-read/core/deidentify/picture/strip-picture';
import { Unreadable } from './unreadable.ts';

/** A picture without what is written beside its pixels. Throws `Unreadable`. */
export function stripMetadata(bytes: Uint8Array, format: RasterFormat): readonly Uint8Array[] {
  const inflate = (packed: Uint8Array, limit: number) => inflateRawSync(packed, { maxOutputLength: limit });
  const stripped = stripPicture(bytes, format, inflate);
  if (!stripped.ok) throw new Unreadable(stripped.problem);
  return stripped.parts;
}

import { inflateRawSync } from 'node:zlib';
import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import type { RasterFormat } from '@second-read/core/decode/raster-codec';
import { structureProblem } from '@second-read/core/decode/raster-structure';
import { isSimple, readSimple, type SimpleFormat } from '@second-read/core/decode/simple/simple-pictures';
import { cutPngData } from '@second-read/core/deidentify/picture/cut-png-data';
import { stripPicture } from '@second-read/core/deidentify/picture/strip-picture';
import { encodePng } from '../encode-png.ts';
import { measureZlib } from './measure-zlib.ts';
import { Unreadable } from './unreadable.ts';

/** A picture without its metadata. Throws `Unreadable`. */
export async function stripMetadata(bytes: Uint8Array, format: RasterFormat): Promise<readonly Uint8Array[]> {
  if (isSimple(format)) return [await asPng(bytes, format)];
  const inflate = (packed: Uint8Array, limit: number) => inflateRawSync(packed, { maxOutputLength: limit });
  const stripped = stripPicture(bytes, format, inflate);
  if (!stripped.ok) throw new Unreadable(stripped.problem);
  if (format !== 'png') return stripped.parts;
  try {
    return await cutPngData(stripped.parts, measureZlib);
  } catch (error) {
    throw error instanceof Damaged ? new Unreadable(error.problem) : error;
  }
}

/** Its pixels and nothing else: no comments, application blocks, spare bytes or unused colors. */
async function asPng(bytes: Uint8Array, format: SimpleFormat): Promise<Uint8Array> {
  const problem = structureProblem(bytes, format);
  if (problem !== undefined) throw new Unreadable(problem);
  try {
    return await encodePng(readSimple(bytes, format));
  } catch (error) {
    throw error instanceof Damaged ? new Unreadable(error.problem) : error;
  }
}

import { createInflate } from 'node:zlib';
import type { ZlibLengths } from '@second-read/core/deidentify/picture/cut-png-data';

/** Inflated in blocks that are discarded, so that memory does not grow with the picture. */
const chunkSize = 256 * 1024;

/** How long a zlib stream is; undefined where it has no end, is damaged, or unpacks to more than `limit`. */
export async function measureZlib(bytes: Uint8Array, limit: number): Promise<ZlibLengths | undefined> {
  const inflate = createInflate({ chunkSize });
  let unpacked = 0;
  try {
    inflate.end(bytes);
    for await (const block of inflate) {
      unpacked += (block as Uint8Array).length;
      if (unpacked > limit) return undefined;
    }
    return { packed: inflate.bytesWritten, unpacked };
  } catch (error) {
    if (isZlibError(error)) return undefined;
    throw error;
  } finally {
    inflate.destroy();
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

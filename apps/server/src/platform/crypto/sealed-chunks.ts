import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Plain bytes of a chunk; every one but the last has as many. */
export const chunkBytes = 64 * 1024;
export const tagBytes = 16;

export interface Chunk {
  readonly bytes: Buffer;
  readonly place: number;
  readonly isLast: boolean;
}

/**
 * Chunks of `size` and a last one, which may be shorter or empty: it is known to be the last when nothing
 * follows.
 */
export async function* inChunks(
  source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
  size: number,
  first: Uint8Array = new Uint8Array(),
): AsyncGenerator<Chunk> {
  let held: Uint8Array[] = [first];
  let bytes = first.length;
  let place = 0;
  for (;;) {
    while (bytes <= size) {
      const next = await source.next();
      if (next.done) {
        yield { bytes: Buffer.concat(held), place, isLast: true };
        return;
      }
      held.push(next.value);
      bytes += next.value.length;
    }
    const all = Buffer.concat(held);
    let start = 0;
    for (; all.length - start > size; start += size) {
      yield { bytes: all.subarray(start, start + size), place, isLast: false };
      place += 1;
    }
    held = [all.subarray(start)];
    bytes = all.length - start;
  }
}

/**
 * AES-256-GCM, tag appended. The nonce holds index and last flag: no chunk can be removed, repeated or moved.
 */
export function sealChunk({ bytes, place, isLast }: Chunk, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, isLast));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Throws where it was tampered with or cut off. */
export function openChunk({ bytes, place, isLast }: Chunk, key: Buffer): Buffer {
  if (bytes.length < tagBytes) throw new Error('a sealed file was cut off');
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, isLast)).setAuthTag(
    bytes.subarray(end),
  );
  return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
}

export function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(place, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Plain bytes in so many stored ones. */
export function plainBytesIn(stored: number): number {
  return stored - tagBytes * chunksIn(stored);
}

export function chunksIn(stored: number): number {
  return Math.max(1, Math.ceil(stored / (chunkBytes + tagBytes)));
}

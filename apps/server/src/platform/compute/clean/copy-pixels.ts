import type { ByteSource } from '../../spool/sealed-file.ts';

const blockBytes = 1024 * 1024;
/** Large enough for the headers of many small fragments, cheap for large ones. */
const headerBytes = 64 * 1024;
const item = 0xfffee000;
const sequenceEnd = 0xfffee0dd;
/** The decoder's own limit. */
const maxFragments = 1_000_000;

/** Damage that the decoder would find as well. */
export class BrokenPixels extends Error {}

/** `length` bytes of a file from `offset`, in blocks. Throws `BrokenPixels` where it ends before. */
export async function* copyBytes(
  file: ByteSource,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const block = await file.read(offset + done, Math.min(blockBytes, length - done));
    if (block.length === 0) throw new BrokenPixels('the file ends within its pixels');
    done += block.length;
    yield block;
  }
}

/**
 * Encapsulated pixel data from `offset`: fragments as they are, then a delimiter. What follows is dropped.
 */
export async function* copyFragments(file: ByteSource, offset: number): AsyncGenerator<Uint8Array> {
  yield* copyBytes(file, offset, (await endOfFragments(file, offset)) - offset);
  yield Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0);
}

/** Where the last fragment ends. Headers are read in blocks: a file may have a million of them. */
async function endOfFragments(file: ByteSource, offset: number): Promise<number> {
  const { size } = file;
  let block: DataView = new DataView(new ArrayBuffer(0));
  let start = offset;
  let at = offset;
  for (let count = 0; size - at >= 8; count += 1) {
    if (count > maxFragments) throw new BrokenPixels('too many fragments');
    if (at + 8 > start + block.byteLength) {
      const bytes = await file.read(at, headerBytes);
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      start = at;
    }
    const tag = block.getUint16(at - start, true) * 0x10000 + block.getUint16(at - start + 2, true);
    const length = block.getUint32(at - start + 4, true);
    if (tag === sequenceEnd) break;
    if (tag !== item || length > size - at - 8) throw new BrokenPixels('broken fragment');
    at += 8 + length;
  }
  return at;
}

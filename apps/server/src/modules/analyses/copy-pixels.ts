import type { ByteSource } from './byte-source.ts';

const blockBytes = 1024 * 1024;
const item = 0xfffee000;
const sequenceEnd = 0xfffee0dd;
/** As many as the decoder reads. */
const mostFragments = 1_000_000;

/** Damage that the decoder would find as well. */
export class BrokenPixels extends Error {}

/** `length` bytes of a file from `offset`, in blocks. Throws `BrokenPixels` where it ends before. */
export async function* copyBytes(file: ByteSource, offset: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const block = await file.read(offset + done, Math.min(blockBytes, length - done));
    if (block.length === 0) throw new BrokenPixels('the file ends within its pixels');
    done += block.length;
    yield block;
  }
}

/** Encapsulated pixel data from `offset`: fragments as they are, then a delimiter. What follows stays behind. */
export async function* copyFragments(file: ByteSource, offset: number): AsyncGenerator<Buffer> {
  const { size } = file;
  const reader = new BlockReader(file);
  let at = offset;
  for (let count = 0; size - at >= 8; count += 1) {
    if (count > mostFragments) throw new BrokenPixels('too many fragments');
    const header = await reader.read(at, 8);
    const tag = header.readUInt16LE(0) * 0x10000 + header.readUInt16LE(2);
    const length = header.readUInt32LE(4);
    if (tag === sequenceEnd) break;
    if (tag !== item || length > size - at - 8) throw new BrokenPixels('broken fragment');
    if (8 + length <= blockBytes) yield await reader.read(at, 8 + length);
    else yield* copyBytes(file, at, 8 + length);
    at += 8 + length;
  }
  yield Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]);
}

/** Small pieces of a file, read by the block. */
class BlockReader {
  private block: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(private readonly file: ByteSource) {}

  async read(at: number, length: number): Promise<Buffer> {
    if (at < this.start || at + length > this.start + this.block.length) {
      this.block = await this.file.read(at, blockBytes);
      this.start = at;
    }
    if (at + length > this.start + this.block.length)
      throw new BrokenPixels('the file ends within its pixels');
    return this.block.subarray(at - this.start, at - this.start + length);
  }
}

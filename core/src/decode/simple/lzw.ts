import { Damaged } from '../dicom/dataset/damaged.ts';

const maxCodes = 4096;

/**
 * Unpacks the LZW codes of a GIF (GIF89a, appendix F) to exactly `count` values. What follows them is
 * ignored. Throws `Damaged` if codes end early or are undefined.
 */
export function unpackLzw(blocks: readonly Uint8Array[], codeSize: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  const [clear, end] = [2 ** codeSize, 2 ** codeSize + 1];
  // Each code is the values of another and one more: where it was last written, and how long it is.
  const starts = new Int32Array(maxCodes);
  const lengths = new Int32Array(maxCodes);
  let [next, bits, at, hasPrevious, previousStart, previousLength] = [end + 1, codeSize + 1, 0, false, 0, 0];
  const codes = new BitReader(blocks);
  while (at < count) {
    const code = codes.read(bits);
    if (code === clear) {
      [next, bits, hasPrevious] = [end + 1, codeSize + 1, false];
      continue;
    }
    if (code < 0 || code === end || code > next || (code === next && !hasPrevious))
      throw new Damaged('corrupt_file', `LZW code ${code}`);
    const start = at;
    if (code < clear) out[at++] = code;
    else if (code === next) at = repeat(out, previousStart, { from: at, count: previousLength + 1 });
    else at = repeat(out, starts[code] ?? 0, { from: at, count: lengths[code] ?? 0 });
    if (hasPrevious && next < maxCodes) {
      // The previous values and the first of these, which stand behind them.
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next += 1;
    }
    if (next === 2 ** bits && bits < 12) bits += 1;
    [hasPrevious, previousStart, previousLength] = [true, start, at - start];
  }
  return out;
}

/** Value by value: a run may overlap its own output. Stops at the end of `out`. */
function repeat(out: Uint8Array, source: number, { from, count }: { from: number; count: number }): number {
  const end = Math.min(out.length, from + count);
  for (let at = from; at < end; at++) out[at] = out[source + at - from] ?? 0;
  return end;
}

/** Codes of up to 12 bits, the lowest bit first, over the sub-blocks; -1 at their end. */
class BitReader {
  readonly #blocks: readonly Uint8Array[];
  #block = 0;
  #at = 0;
  #held = 0;
  #bits = 0;

  constructor(blocks: readonly Uint8Array[]) {
    this.#blocks = blocks;
  }

  read(bits: number): number {
    while (this.#bits < bits) {
      const block = this.#blocks[this.#block];
      if (block === undefined) return -1;
      this.#held |= (block[this.#at++] ?? 0) << this.#bits;
      this.#bits += 8;
      if (this.#at === block.length) [this.#block, this.#at] = [this.#block + 1, 0];
    }
    const code = this.#held & (2 ** bits - 1);
    this.#held >>= bits;
    this.#bits -= bits;
    return code;
  }
}

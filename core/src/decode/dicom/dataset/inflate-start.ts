/**
 * Raw deflate (RFC 1951) as far as the bytes go and are sound, at most `limit` bytes. For where no library is
 * at hand: a browser's own keeps nothing of a stream that ends early, or that is padded to an even length.
 */
export function inflateStart(packed: Uint8Array, limit: number): Uint8Array {
  const state = new Inflation(packed, limit);
  try {
    while (!state.block());
  } catch (error) {
    if (!(error instanceof End)) throw error;
  }
  return state.unpacked();
}

/** Of the bytes, of what is sound, or of the limit. */
class End extends Error {}

const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12_289, 16_385, 24_577,
];
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const longestCode = 15;

/** Canonical Huffman codes: how many there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const fixedLiterals = codesOf(
  Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
);
const fixedDistances = codesOf(new Array(30).fill(5));

function codesOf(lengths: ArrayLike<number>): Codes {
  const counts = new Uint16Array(longestCode + 1);
  const offsets = new Uint16Array(longestCode + 2);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i] ?? 0] = (counts[lengths[i] ?? 0] ?? 0) + 1;
  counts[0] = 0;
  for (let n = 1; n <= longestCode; n++) offsets[n + 1] = (offsets[n] ?? 0) + (counts[n] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] ?? 0;
    if (length === 0) continue;
    symbols[offsets[length] ?? 0] = i;
    offsets[length] = (offsets[length] ?? 0) + 1;
  }
  return { counts, symbols };
}

class Inflation {
  private at = 0;
  private held = 0;
  private heldBits = 0;
  private length = 0;
  private out = new Uint8Array(64 * 1024);

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limit: number,
  ) {}

  unpacked(): Uint8Array {
    return this.out.subarray(0, this.length);
  }

  /** Unpacks a block; whether it was the last. Throws `End`. */
  block(): boolean {
    const isLast = this.bits(1) === 1;
    const kind = this.bits(2);
    if (kind === 0) this.stored();
    else if (kind === 1) this.coded(fixedLiterals, fixedDistances);
    else if (kind === 2) this.dynamic();
    else throw new End();
    return isLast;
  }

  private stored(): void {
    this.heldBits = 0;
    this.held = 0;
    const length = this.bits(16);
    if ((this.bits(16) ^ 0xffff) !== length) throw new End();
    for (let i = 0; i < length; i++) this.put(this.bits(8));
  }

  private dynamic(): void {
    const [literals, distances, given] = [this.bits(5) + 257, this.bits(5) + 1, this.bits(4) + 4];
    const ofLengths = new Uint8Array(19);
    for (let i = 0; i < given; i++) ofLengths[lengthOrder[i] ?? 0] = this.bits(3);
    const codes = codesOf(ofLengths);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const symbol = this.symbol(codes);
      if (symbol < 16) lengths[i++] = symbol;
      else {
        const repeated = symbol === 16 ? lengths[i - 1] : 0;
        if (repeated === undefined) throw new End();
        const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
        if (i + times > lengths.length) throw new End();
        lengths.fill(repeated, i, i + times);
        i += times;
      }
    }
    this.coded(codesOf(lengths.subarray(0, literals)), codesOf(lengths.subarray(literals)));
  }

  private coded(literals: Codes, distances: Codes): void {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol < 256) this.put(symbol);
      else if (symbol === 256) return;
      else this.repeat(symbol - 257, distances);
    }
  }

  private repeat(code: number, distances: Codes): void {
    const base = lengthBases[code];
    if (base === undefined) throw new End();
    const length = base + this.bits(lengthBits[code] ?? 0);
    const far = this.symbol(distances);
    const distanceBase = distanceBases[far];
    if (distanceBase === undefined) throw new End();
    const distance = distanceBase + this.bits(Math.max(0, (far >> 1) - 1));
    if (distance > this.length) throw new End();
    for (let i = 0; i < length; i++) this.put(this.out[this.length - distance] ?? 0);
  }

  private symbol({ counts, symbols }: Codes): number {
    let [code, first, index] = [0, 0, 0];
    for (let n = 1; n <= longestCode; n++) {
      code |= this.bits(1);
      const count = counts[n] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new End();
  }

  private bits(count: number): number {
    while (this.heldBits < count) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new End();
      this.held |= byte << this.heldBits;
      this.heldBits += 8;
    }
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.heldBits -= count;
    return value;
  }

  private put(byte: number): void {
    if (this.length >= this.limit) throw new End();
    if (this.length === this.out.length) {
      const larger = new Uint8Array(Math.min(this.limit, 2 * this.length));
      larger.set(this.out);
      this.out = larger;
    }
    this.out[this.length++] = byte;
  }
}

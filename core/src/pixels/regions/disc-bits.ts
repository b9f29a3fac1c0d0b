import type { Extreme } from '../morphology/running-extreme.ts';
import type { Mask } from '../plane.ts';

/**
 * Dilation (`max`) or erosion (`min`) of a mask by a small disc, 32 pixels of a row at a time. The time grows
 * with the radius. Any value but 0 counts as inside.
 */
export function discBits(mask: Mask, radius: number, extreme: Extreme): Uint8Array {
  // Erosion grows what is outside.
  const grown = extreme === 'max' ? 1 : 0;
  const bits = packed(mask, grown);
  const all = reachedBy(bits, { rows: mask.height, radius });
  return unpacked(all, mask, grown);
}

/** Bits of the rows, each row from a separate word, the first from word 1. */
interface Bits {
  readonly words: Int32Array;
  readonly perRow: number;
  /** The pixels of a row's last word that lie within the picture. */
  readonly lastMask: number;
}

function packed({ width, height, data }: Mask, grown: 0 | 1): Bits {
  const perRow = (width + 31) >> 5;
  const words = new Int32Array(1 + perRow * height);
  for (let y = 0, at = 1; y < height; y++, at += perRow) {
    const row = y * width;
    for (let k = 0; k < perRow; k++) {
      const end = Math.min(32, width - 32 * k);
      let word = 0;
      for (let x = 0; x < end; x++) {
        const inside = data[row + 32 * k + x] === 0 ? 0 : 1;
        if (inside === grown) word |= 1 << x;
      }
      words[at + k] = word;
    }
  }
  const rest = width & 31;
  return { words, perRow, lastMask: rest === 0 ? -1 : (1 << rest) - 1 };
}

/** The rows widened by the disc's chord at each distance, joined over the rows that they reach. */
function reachedBy(bits: Bits, { rows, radius }: { rows: number; radius: number }): Int32Array {
  const out = new Int32Array(bits.words.length);
  let [wide, reach] = [bits.words, 0];
  for (let dy = Math.floor(radius); dy >= 0; dy--) {
    const chord = Math.floor(Math.sqrt(radius * radius - dy * dy));
    for (; reach < chord; reach++) wide = widened(wide, bits);
    for (let y = 0; y < rows; y++) {
      if (y >= dy) joinRow(out, y - dy, wide, y, bits.perRow);
      if (dy > 0 && y + dy < rows) joinRow(out, y + dy, wide, y, bits.perRow);
    }
  }
  return out;
}

/** Every row one pixel wider at both ends of what it holds. */
function widened(from: Int32Array, { perRow, lastMask }: Bits): Int32Array {
  const out = new Int32Array(from.length);
  for (let row = 1; row < from.length; row += perRow) {
    for (let k = 0; k < perRow; k++) {
      const word = from[row + k] ?? 0;
      const left = k === 0 ? 0 : (from[row + k - 1] ?? 0) >>> 31;
      const right = k === perRow - 1 ? 0 : (from[row + k + 1] ?? 0) << 31;
      out[row + k] = word | (word << 1) | (word >>> 1) | left | right;
    }
    out[row + perRow - 1] = (out[row + perRow - 1] ?? 0) & lastMask;
  }
  return out;
}

function joinRow(out: Int32Array, to: number, from: Int32Array, row: number, perRow: number): void {
  const [first, source] = [1 + to * perRow, 1 + row * perRow];
  for (let k = 0; k < perRow; k++) out[first + k] = (out[first + k] ?? 0) | (from[source + k] ?? 0);
}

function unpacked(words: Int32Array, { width, height }: Mask, grown: 0 | 1): Uint8Array {
  const out = new Uint8Array(width * height);
  const perRow = (width + 31) >> 5;
  for (let y = 0, i = 0; y < height; y++) {
    const row = 1 + y * perRow;
    for (let x = 0; x < width; x++, i++) {
      const isReached = ((words[row + (x >> 5)] ?? 0) >>> (x & 31)) & 1;
      out[i] = isReached === grown ? 1 : 0;
    }
  }
  return out;
}

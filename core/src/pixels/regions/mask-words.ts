/**
 * Pixels of a mask, four to a word, for reading: of a mask that begins within a word a copy. Up to three
 * at the end are left out.
 */
export function wordsOf(data: Uint8Array): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/** 1 in every byte of a word. */
export const ones = 0x01010101;

/** 1 in every byte that is not 0: bits below the highest carry into it. */
export function insideOf(word: number): number {
  return ((((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) >>> 7) & ones;
}

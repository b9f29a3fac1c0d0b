/**
 * Samples of 1 to 31 bits without gaps, as old writers pack 12-bit pictures (PS3.5 8.1.1, Annex D): a
 * sample begins at the lowest free bit.
 */
export function unpackPacked(
  bytes: Uint8Array,
  { width, firstBit }: { width: number; firstBit: number },
  count: number,
): Uint32Array {
  const values = new Uint32Array(count);
  const mask = 2 ** width - 1;
  let next = firstBit >> 3;
  let pending = (bytes[next++] ?? 0) >> (firstBit & 7);
  let bits = 8 - (firstBit & 7);
  for (let i = 0; i < count; i++) {
    while (bits < width) {
      pending += (bytes[next++] ?? 0) * 2 ** bits;
      bits += 8;
    }
    values[i] = pending % (mask + 1);
    pending = Math.floor(pending / (mask + 1));
    bits -= width;
  }
  return values;
}

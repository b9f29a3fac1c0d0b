/**
 * In which order slices are sent, from 0: the middle first, then outwards. Where a series cannot be read to
 * its end, what was read is a whole piece of its middle.
 */
export function sendOrder(count: number): number[] {
  const middle = Math.floor(count / 2);
  return Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b,
  );
}

import type { Dataset } from '../dataset/dataset.ts';
import { type LookupTable, lookupTable } from './lookup-table.ts';

/**
 * One channel of a palette (PS3.3 C.7.6.3.1.5), written out or in segments; undefined where neither is there.
 */
export function paletteTable(
  dataset: Dataset,
  channel: 'red' | 'green' | 'blue',
  isSigned: boolean,
): LookupTable | undefined {
  const descriptor = `${channel}Descriptor` as const;
  const whole = lookupTable(dataset, { descriptor, data: `${channel}Table` }, isSigned);
  if (whole !== undefined) return whole;
  const [count = 0, first = 0, bits = 16] = dataset.numbers(descriptor);
  const words = dataset.words(`${channel}Segments`);
  if (words.length === 0) return undefined;
  const entries = expandSegments(words, count === 0 ? 65_536 : count);
  const signedFirst = isSigned && first > 32_767 ? first - 65_536 : first;
  return entries && { first: signedFirst, bits, entries };
}

/** More would only be empty ones, repeated. */
const maxSegments = 200_000;

/**
 * Segmented palette data (PS3.3 C.7.9.2): 0 is discrete, its values; 1 is linear, from the last value to
 * the one given; 2 repeats earlier segments at a byte offset. Undefined where they do not fill the table.
 */
function expandSegments(words: Uint16Array, length: number): Uint16Array | undefined {
  const out = new Uint16Array(length);
  let filled = 0;
  let segmentsLeft = maxSegments;
  const put = (value: number) => {
    if (filled < length) out[filled++] = value;
  };
  const run = (from: number, segments: number, isIndirect: boolean): void => {
    let at = from;
    for (let n = 0; n < segments && filled < length && at + 2 < words.length; n++) {
      if (segmentsLeft-- <= 0) return;
      const [code = 0, count = 0, value = 0] = words.subarray(at, at + 3);
      if (code === 0) {
        for (const entry of words.subarray(at + 2, at + 2 + count)) put(entry);
        at += 2 + count;
      } else if (code === 1) {
        const start = out[filled - 1] ?? 0;
        for (let i = 1; i <= count; i++) put(Math.round(start + ((value - start) * i) / count));
        at += 3;
      } else if (code === 2 && !isIndirect) {
        run((value + (words[at + 3] ?? 0) * 65_536) >> 1, count, true);
        at += 4;
      } else return;
    }
  };
  run(0, words.length, false);
  return filled === length ? out : undefined;
}

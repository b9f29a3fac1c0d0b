import type { Dataset } from '../dataset/dataset.ts';
import type { Attribute } from '../dataset/tags.ts';

/** A DICOM look-up table: entry 0 is for `first` and everything below, the last for everything above. */
export interface LookupTable {
  readonly first: number;
  /** Bits of an entry, 8 or 16 in practice. */
  readonly bits: number;
  readonly entries: ArrayLike<number>;
}

/** Reads a descriptor and its data (PS3.3 C.11.1); undefined where either is missing or does not fit. */
export function lookupTable(
  dataset: Dataset,
  names: { readonly descriptor: Attribute; readonly data: Attribute },
  isSigned: boolean,
): LookupTable | undefined {
  const [count = 0, first = 0, bits = 16] = dataset.numbers(names.descriptor);
  const length = count === 0 ? 65_536 : count;
  const bytes = dataset.element(names.data)?.bytes;
  if (bytes === undefined || bytes.length < length) return undefined;
  const signedFirst = isSigned && first > 32_767 ? first - 65_536 : first;
  if (bytes.length < length * 2) return { first: signedFirst, bits: 8, entries: bytes.subarray(0, length) };
  return { first: signedFirst, bits, entries: dataset.words(names.data).subarray(0, length) };
}

/** The entry for a stored value. */
export function lookUp({ first, entries }: LookupTable, value: number): number {
  return entries[Math.min(Math.max(value - first, 0), entries.length - 1)] ?? 0;
}

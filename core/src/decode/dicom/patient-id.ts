import type { Dataset } from './dataset/dataset.ts';
import { decodeText, type TextKind } from './text/decode-text.ts';

/** LO holds at most 64 characters (PS3.5 6.2). */
const longest = 64;

/** The Patient ID as text; undefined when empty. */
export function patientId(dataset: Dataset): string | undefined {
  return patientIdText(dataset.wholeText('patientId'), dataset.characterSets());
}

/**
 * The first value of bytes that were read as one character each, by the values of Specific Character Set;
 * undefined when empty. Control characters are dropped.
 */
export function patientIdText(
  raw: string | undefined,
  characterSets: readonly string[],
  max = longest,
  kind: TextKind = {},
): string | undefined {
  if (raw === undefined) return undefined;
  const [value = ''] = decodeText(raw, characterSets, kind).split('\\');
  const text = [...value.trim()].filter((c) => !/\p{Cc}/u.test(c)).slice(0, max);
  return text.length === 0 ? undefined : text.join('');
}

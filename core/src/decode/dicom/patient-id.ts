import type { Dataset } from './dataset/dataset.ts';

/** LO holds at most 64 characters (PS3.5 6.2). */
const longest = 64;

/**
 * The Patient ID as text, UTF-8 where the file says so; undefined when empty. Control characters are dropped.
 */
export function patientId(dataset: Dataset): string | undefined {
  return patientIdText(dataset.text('patientId'), dataset.texts('specificCharacterSet'));
}

/** The same of bytes that were read as Latin-1, with the values of Specific Character Set. */
export function patientIdText(raw: string | undefined, characterSets: readonly string[]): string | undefined {
  if (raw === undefined) return undefined;
  const isUtf8 = characterSets.includes('ISO_IR 192');
  const text = [...(isUtf8 ? utf8(raw) : raw)].filter((c) => !/\p{Cc}/u.test(c)).slice(0, longest);
  return text.length === 0 ? undefined : text.join('');
}

/** Bytes read as Latin-1 to UTF-8 characters; unchanged if not valid UTF-8. */
function utf8(latin1: string): string {
  const escaped = [...latin1].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return latin1;
  }
}

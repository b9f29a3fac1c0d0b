import type { Writing } from '../decode/dicom/dataset/element-header.ts';
import type { KeptValue } from './kept-attributes.ts';
import type { Terms } from './kept-terms.ts';
import { rawHeader, rawText } from './write-raw.ts';

/** Bytes of one value of a binary representation. */
const binarySizes: Readonly<Record<string, number>> = { US: 2, SS: 2, UL: 4, SL: 4, FL: 4, FD: 8 };
const number = /^[+-]?(\d{1,24}(\.\d{0,24})?|\.\d{1,24})(e[+-]?\d{1,4})?$/i;
/** Longer texts are not read (`Dataset`). */
const longestText = 1024;
const storageClass = /^1\.2\.840\.10008\.5\.1\.4\.1\.1(\.\d{1,3}){1,4}$/;
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7';

export interface FoundValue {
  readonly tag: number;
  /** The file's representation, else the standard's. */
  readonly vr: string;
  readonly bytes: Uint8Array;
}

/**
 * The part of a value that stays, rewritten: only what its attribute allows, so that no text hides in place
 * of a number or a term. Undefined: nothing stays.
 */
export function keepValue(
  { tag, vr, bytes }: FoundValue,
  of: { readonly vr: string; readonly value: KeptValue },
  writing: Writing,
): Uint8Array[] | undefined {
  const { value } = of;
  if (value.kind === 'items') return undefined;
  if (value.kind === 'table') return [rawHeader(tag, vrOfTable(vr, of.vr), bytes.length, writing), bytes];
  const size = value.kind === 'numbers' ? binarySizes[vr] : undefined;
  if (value.kind === 'numbers' && size !== undefined) {
    const count = Math.min(Math.floor(bytes.length / size), value.max);
    if (count === 0) return undefined;
    return [rawHeader(tag, vr, count * size, writing), bytes.subarray(0, count * size)];
  }
  const texts = textsOf(bytes);
  const left = leftOf(texts, value);
  if (left === undefined) return undefined;
  // A binary representation that is written as text by a careless file is read as text.
  const named = value.kind === 'numbers' && binarySizes[of.vr] !== undefined ? 'DS' : of.vr;
  return rawText(tag, named, left, writing);
}

function vrOfTable(vr: string, own: string): string {
  return ['OB', 'OW', 'US', 'SS', 'OV', 'UN'].includes(vr) ? vr : own;
}

function leftOf(texts: readonly string[], value: KeptValue): string | undefined {
  if (value.kind === 'numbers') {
    const numbers = texts.filter((text) => number.test(text)).slice(0, value.max);
    return numbers.length > 0 ? numbers.join('\\') : undefined;
  }
  if (value.kind === 'class') return storageClass.test(texts[0] ?? '') ? texts[0] : secondaryCapture;
  if (value.kind !== 'terms' || texts.length === 0) return undefined;
  const terms = termsIn(texts, value.terms, value.max);
  return terms.length > 0 ? terms.join('\\') : value.instead;
}

/** Up to the first invalid one: what follows would take its place. */
function termsIn(texts: readonly string[], terms: Terms, max: number): string[] {
  const found = texts.slice(0, max);
  const isTerm = (text: string) => (terms instanceof RegExp ? terms.test(text) : terms.has(text));
  const end = found.findIndex((text) => !isTerm(text));
  return end === -1 ? found : found.slice(0, end);
}

function textsOf(bytes: Uint8Array): string[] {
  let text = '';
  for (const byte of bytes.subarray(0, longestText)) text += String.fromCharCode(byte);
  return text
    .split('\\')
    .map((each) => each.replace(/^[\0 ]+|[\0 ]+$/g, ''))
    .filter((each) => each !== '');
}

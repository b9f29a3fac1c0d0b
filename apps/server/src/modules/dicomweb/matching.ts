import { z } from 'zod';
import { Problem } from '../../calls/problem.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { type Level, tagOf, tagsOf, textsOf } from './attributes.ts';

const most = 500;
/** Of one value, in characters. */
const longest = 200;

export const searchQuery = z.looseObject({
  limit: z.coerce.number().int().min(0).max(1_000_000).optional(),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  fuzzymatching: z.enum(['true', 'false']).optional(),
});

export interface Search {
  readonly limit: number;
  readonly offset: number;
  /** By tag. */
  readonly keys: ReadonlyMap<string, string>;
  /** Tags to add to the reply, or `all`. */
  readonly included: readonly string[];
}

export const tags = {
  patientId: '00100020',
  patientName: '00100010',
  accessionNumber: '00080050',
  studyDate: '00080020',
  studyUid: '0020000D',
  modalities: '00080061',
} as const;

/**
 * Matching keys by keyword or tag (PS3.18 8.3.4).
 * @throws Problem `invalid_request` for what is no attribute, and for a value that no attribute has
 */
export function searchOf({ limit, offset, ...rest }: z.output<typeof searchQuery>): Search {
  const { fuzzymatching: _fuzzy, includefield, ...keys } = rest;
  const included = valuesOf(includefield).flatMap((each) => each.split(','));
  return {
    ...{ offset, limit: Math.min(limit ?? 100, most) },
    keys: new Map(Object.entries(keys).map(([name, value]) => [requireTag(name), keyValue(value)])),
    included: included.map((name) => (name === 'all' ? name : requireTag(name))),
  };
}

function valuesOf(value: unknown): string[] {
  return [value].flat().flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []));
}

function keyValue(value: unknown): string {
  const joined = valuesOf(value).join('\\');
  if (joined.split(/[\\,]/).some(({ length }) => length > longest))
    throw new Problem('invalid_request', `A value of the query is longer than ${longest} characters.`);
  return joined;
}

function requireTag(name: string): string {
  // Attributes of sequence items are named by the way there; the sequence itself is what can be included.
  const tag = tagOf(name.split('.')[0] ?? '');
  if (tag === undefined)
    throw new Problem('invalid_request', 'The query names an attribute that is not known.');
  return tag;
}

/**
 * Whether attributes match the keys of a level (PS3.4 C.2.2.2): lists of UIDs, ranges of dates, wildcards.
 * Others are ignored, as PS3.18 8.3.4 requires of keys that a server does not match.
 */
export function matches(metadata: JsonDataset, keys: Search['keys'], level: Level): boolean {
  const known = level === 'study' ? [...tagsOf.study, tags.modalities] : tagsOf[level];
  const matched = [...keys].filter(([tag]) => known.includes(tag));
  return matched.every(([tag, value]) => matchesKey(textsOf(metadata, tag), value, tag));
}

function matchesKey(texts: readonly string[], value: string, tag: string): boolean {
  if (value === '' || value === '*') return true;
  if (tag === tags.studyDate) return texts.some((text) => isWithin(text, value));
  const wanted = value.split(/[\\,]/);
  const isUid = /^[0-9.]+$/.test(wanted[0] ?? '') && value.includes('.');
  if (isUid) return texts.some((text) => wanted.includes(text));
  const patterns = value.split('\\').map(folded);
  return texts.map(folded).some((text) => patterns.some((pattern) => fits(text, pattern)));
}

/** Case is ignored, as PS3.4 leaves open for names. */
function folded(text: string): string[] {
  return Array.from(text, (each) => each.toLowerCase().toUpperCase());
}

/** With `*` and `?`. Only the last `*` is ever tried again: time grows with the product of both lengths. */
function fits(text: readonly string[], pattern: readonly string[]): boolean {
  let [at, place, star, retry] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[place] === '*') [star, retry] = [place++, at];
    else if (pattern[place] === '?' || pattern[place] === text[at]) [at, place] = [at + 1, place + 1];
    else if (star >= 0) [at, place] = [++retry, star + 1];
    else return false;
  }
  return pattern.slice(place).every((each) => each === '*');
}

/** `20260101`, `20260101-`, `-20260131` or both ends, which belong to it. */
export function isWithin(date: string, range: string): boolean {
  const [from = '', to = from] = range.includes('-') ? range.split('-') : [range];
  return date !== '' && (from === '' || date >= from) && (to === '' || date <= to);
}

/** The longest part of a value without wildcards and separators, which an index can look for. */
export function literalPart(value: string): string {
  return value.split(/[*?^=\\\s]+/).toSorted((a, b) => b.length - a.length)[0] ?? '';
}

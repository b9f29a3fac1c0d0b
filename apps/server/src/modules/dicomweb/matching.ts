import { z } from 'zod';
import { Problem } from '../../calls/problem.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { type Level, tagOf, tagsOf, textsOf } from './attributes.ts';

const most = 500;

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
 * @throws Problem `invalid_request` for what is no attribute
 */
export function searchOf({ limit, offset, ...rest }: z.output<typeof searchQuery>): Search {
  const { fuzzymatching: _fuzzy, includefield, ...keys } = rest;
  const included = valuesOf(includefield).flatMap((each) => each.split(','));
  return {
    ...{ offset, limit: Math.min(limit ?? 100, most) },
    keys: new Map(
      Object.entries(keys).map(([name, value]) => [requireTag(name), valuesOf(value).join('\\')]),
    ),
    included: included.map((name) => (name === 'all' ? name : requireTag(name))),
  };
}

function valuesOf(value: unknown): string[] {
  return [value].flat().flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []));
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
  const patterns = value.split('\\').map(patternOf);
  return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}

/** Case is ignored, as PS3.4 leaves open for names. */
function patternOf(value: string): RegExp {
  const escaped = value.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'isu');
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

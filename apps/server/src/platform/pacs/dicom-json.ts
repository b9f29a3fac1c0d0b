import { z } from 'zod';
import { PacsFailure } from './pacs.ts';

const element = z.looseObject({ Value: z.array(z.unknown()).optional() });
/** One match of a search in DICOM JSON (PS3.18 F.2): tag in eight hexadecimal digits → element. */
const dataSet = z.record(z.string(), element);
export type DicomJson = z.infer<typeof dataSet>;

/** Throws `PacsFailure` for what is no list of data sets. */
export function parseMatches(json: Buffer): DicomJson[] {
  return parse(z.array(dataSet), json);
}

/** Throws `PacsFailure` for what is no data set; some archives answer with a list of one. */
export function parseDataSet(json: Buffer): DicomJson {
  const one = parse(z.union([dataSet, z.array(dataSet).length(1)]), json);
  return Array.isArray(one) ? (one[0] ?? {}) : one;
}

/** An item of a sequence; undefined where it is none. */
export function asDataSet(value: unknown): DicomJson | undefined {
  return dataSet.safeParse(value).data;
}

function parse<T>(schema: z.ZodType<T>, json: Buffer): T {
  let value: unknown;
  try {
    value = JSON.parse(json.toString('utf8'));
  } catch {
    throw new PacsFailure('invalid_answer', 'no JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PacsFailure('invalid_answer', 'no DICOM JSON');
  return parsed.data;
}

const longestText = 64;

/** The first value as one line of text, truncated to the limit of its VR; empty if absent. */
export function textOf(match: DicomJson, tag: string, max = longestText): string {
  return textsOf(match, tag, max)[0] ?? '';
}

export function textsOf(match: DicomJson, tag: string, max = longestText): string[] {
  return (match[tag]?.Value ?? []).slice(0, 32).map((value) => oneLine(plain(value), max));
}

/** A person name is an object of its representations. */
function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const name = z
    .object({
      Alphabetic: z.string().default(''),
      Ideographic: z.string().default(''),
      Phonetic: z.string().default(''),
    })
    .safeParse(value);
  if (!name.success) return '';
  const { Alphabetic, Ideographic, Phonetic } = name.data;
  return [Alphabetic, Ideographic, Phonetic].join('=').replace(/=+$/, '');
}

/** Valid in DICOM too: no backslash, no control characters. */
function oneLine(text: string, max: number): string {
  const line = text.replace(/[\\\p{Cc}]+/gu, ' ').trim();
  return [...line].slice(0, max).join('');
}

/** A whole number of 0 or more. */
export function countOf(match: DicomJson, tag: string): number | null {
  const [value] = match[tag]?.Value ?? [];
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Digits and dots, at most 64 (PS3.5 9.1): nothing else gets into a URL. */
export function isUid(text: string): boolean {
  return /^[0-9](?:[0-9.]{0,62}[0-9])?$/.test(text);
}

/** Empty where the archive's value is not one. */
export function dateOf(match: DicomJson, tag: string): string {
  const text = textOf(match, tag);
  return /^\d{8}$/.test(text) ? text : '';
}

export function timeOf(match: DicomJson, tag: string): string {
  const text = textOf(match, tag);
  return /^\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,6})?)?)?$/.test(text) ? text : '';
}

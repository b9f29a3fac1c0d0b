import { readFileSync } from 'node:fs';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import {
  type Attributes,
  greyAttributes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { maxPixels } from '@second-read/core/decode/limits';
import { decodeMessages } from '@second-read/core/decode/study';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../encode-png.ts';
import { renderOriginal } from '../render-original.ts';
import { createCodecs } from './create-codecs.ts';

const codecs = createCodecs();

/** The header fields that describe the pixels, and values of which most contradict any given file. */
const numbers: Readonly<Record<string, readonly number[]>> = {
  '0028,0002': [0, 1, 2, 3, 4, 255, 65_535],
  '0028,0006': [0, 1, 2, 65_535],
  '0028,0010': [0, 1, 7, 31, 1000, 12_000, 65_535],
  '0028,0011': [0, 1, 7, 31, 1000, 12_000, 65_535],
  '0028,0100': [0, 1, 7, 8, 12, 16, 24, 32, 64, 65_535],
  '0028,0101': [0, 1, 7, 8, 12, 16, 24, 32, 64, 65_535],
  '0028,0102': [0, 1, 7, 11, 15, 31, 65_535],
  '0028,0103': [0, 1, 2, 65_535],
};
const texts: Readonly<Record<string, readonly string[]>> = {
  '0028,0004': [
    ...['MONOCHROME1', 'MONOCHROME2', 'RGB', 'PALETTE COLOR', 'YBR_FULL', 'YBR_FULL_422', 'YBR_PARTIAL_420'],
    ...['YBR_ICT', 'YBR_RCT', 'HSV', 'ARGB', 'CMYK', '', '\u00ff\u00ff'],
  ],
  '0028,0008': ['0', '1', '2', '3', '99', '100000', '-1', '1.5', 'x', ''],
};
const syntaxes = [
  ...['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2'],
  ...['50', '51', '57', '70', '80', '81', '90', '91', '201'].map((last) => `1.2.840.10008.1.2.4.${last}`),
  '1.2.840.10008.1.2.5',
];

const colour: Attributes = {
  ...greyAttributes(24, 16, 8),
  '0028,0002': ['US', [3]],
  '0028,0006': ['US', [0]],
};
const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7919 + 13) & 255);
const native: Readonly<Record<string, Attributes>> = {
  'grey, 8 bits': { ...greyAttributes(24, 16, 8), '7fe0,0010': ['OB', noise(384)] },
  'grey, 12 bits': { ...greyAttributes(24, 16, 12), '7fe0,0010': ['OW', noise(768)] },
  'grey, signed': { ...greyAttributes(24, 16, 16, true), '7fe0,0010': ['OW', noise(768)] },
  RGB: { ...colour, '0028,0004': ['CS', 'RGB'], '7fe0,0010': ['OB', noise(1152)] },
  'YBR, shared chroma': { ...colour, '0028,0004': ['CS', 'YBR_FULL_422'], '7fe0,0010': ['OB', noise(768)] },
  'three frames': {
    ...greyAttributes(24, 16, 8),
    '0028,0008': ['IS', '3'],
    '7fe0,0010': ['OB', noise(1152)],
  },
  palette: {
    ...greyAttributes(24, 16, 8),
    '0028,0004': ['CS', 'PALETTE COLOR'],
    ...Object.fromEntries(['1101', '1102', '1103'].map((tag) => [`0028,${tag}`, ['US', [256, 0, 8]]])),
    ...Object.fromEntries(['1201', '1202', '1203'].map((tag) => [`0028,${tag}`, ['OW', noise(256)]])),
    '7fe0,0010': ['OB', noise(384)],
  },
};

/** A file of each codec, and what native files are packed in. */
const fixtures = [
  ...['jpeg-50-rgb', 'jpeg-51-12-bit', 'jpeg-70-rgb', 'jpeg-ls-80-16-bit-signed', 'jpeg-ls-80-rgb-by-plane'],
  ...['jpeg-2000-90-rgb', 'htj2k-201-12-bit', 'rle-5-rgb', 'frames-table', 'packed-12-bit', 'one-bit'],
];
const files: Readonly<Record<string, Uint8Array>> = {
  ...Object.fromEntries(Object.entries(native).map(([name, attributes]) => [name, writeDicom(attributes)])),
  ...Object.fromEntries(
    fixtures.map((name) => [
      name,
      new Uint8Array(readFileSync(new URL(`./fixtures/${name}.dcm`, import.meta.url))),
    ]),
  ),
};

/** Where the value of an element is in a file of explicit little endian. */
function placeOf(file: Uint8Array, tag: string, vr: string): { at: number; length: number } | undefined {
  const [group = 0, element = 0] = tag.split(',').map((part) => Number.parseInt(part, 16));
  const head = Buffer.from([group & 255, group >> 8, element & 255, element >> 8, ...Buffer.from(vr)]);
  const at = Buffer.from(file).indexOf(head, 132);
  return at < 0 ? undefined : { at: at + 8, length: (file[at + 6] ?? 0) + 256 * (file[at + 7] ?? 0) };
}

function changed(file: Uint8Array, tag: string, vr: string, bytes: Uint8Array): Uint8Array[] {
  const place = placeOf(file, tag, vr);
  if (place === undefined || bytes.length > place.length) return [];
  const copy = file.slice();
  copy.fill(vr === 'UI' ? 0 : 32, place.at, place.at + place.length);
  copy.set(bytes, place.at);
  return [copy];
}

type Change = readonly [name: string, apply: (file: Uint8Array) => Uint8Array[]];

const changes: readonly Change[] = [
  ...Object.entries(numbers).flatMap(([tag, values]) =>
    values.map(
      (value): Change => [
        `${tag} ${value}`,
        (file) => changed(file, tag, 'US', Uint8Array.of(value & 255, value >> 8)),
      ],
    ),
  ),
  ...Object.entries(texts).flatMap(([tag, values]) =>
    values.map(
      (value): Change => [
        `${tag} ${value}`,
        (file) => changed(file, tag, tag === '0028,0004' ? 'CS' : 'IS', Buffer.from(value, 'latin1')),
      ],
    ),
  ),
  ...syntaxes.map((uid): Change => [uid, (file) => changed(file, '0002,0010', 'UI', Buffer.from(uid))]),
];

/** The file with one field that says something else, then with a second one as well. */
function* contradictions(file: Uint8Array): Generator<[string, Uint8Array]> {
  for (const [index, [name, change]] of changes.entries()) {
    for (const once of change(file)) {
      yield [name, once];
      const [other, second] = changes[(index * 31 + 17) % changes.length] ?? [name, change];
      for (const twice of second(once)) yield [`${name}, ${other}`, twice];
    }
  }
}

describe('a header that contradicts the pixels', () => {
  it.each(Object.keys(files))('of %s ends in a picture or a reason', async (name) => {
    const ends = new Map<string, number>();
    for (const [change, bytes] of contradictions(files[name] ?? new Uint8Array())) {
      const result = await decodeStudy(bytes, codecs).catch((error: unknown) => {
        throw new Error(`${change}: ${error instanceof Error ? error.stack : String(error)}`);
      });
      const end = result.ok ? 'picture' : result.problem;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (!result.ok) {
        expect(decodeMessages).toHaveProperty(result.problem);
        continue;
      }
      const { width, height, grey, colour: rgb } = result.study;
      expect(width * height).toBeLessThanOrEqual(maxPixels);
      expect([change, grey.data.length, rgb?.data.length ?? 3 * width * height]).toEqual([
        ...[change, width * height, 3 * width * height],
      ]);
      const shown = renderOriginal(result.study, { id: 'lung' } as Parameters<typeof renderOriginal>[1]);
      if (width * height < 100_000) expect((await encodePng(shown)).length).toBeGreaterThan(0);
    }
    expect(ends.get('picture')).toBeGreaterThan(0);
    expect(ends.size).toBeGreaterThan(1);
  });
});

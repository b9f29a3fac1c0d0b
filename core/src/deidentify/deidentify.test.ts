import { describe, expect, it } from 'vitest';
import {
  type Attributes,
  encapsulate,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '../decode/dicom/write-dicom.test-support.ts';
import { basicProfile } from './basic-profile.test-support.ts';
import { deidentifyHead, headFacts } from './deidentify-head.ts';
import { emptied, keptAttributes, replacedUids } from './kept-attributes.ts';
import { cleanPixelValue } from './pixels/clean-value.ts';
import { rleFrame, segment } from './pixels/streams.test-support.ts';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The de-identified file, as Latin-1. */
async function clean(bytes: Uint8Array): Promise<string> {
  const facts = headFacts(bytes);
  if (!facts.ok) throw new Error(facts.problem);
  const cleaned = deidentifyHead(bytes, facts, (uid) => `2.25.${uid.length}`);
  if (!cleaned.ok) throw new Error(cleaned.problem);
  const { offset, length } = cleaned.pixels;
  const value = bytes.subarray(offset, length === undefined ? undefined : offset + length);
  // In pieces of odd sizes, as they come from a disk.
  const pieces = async function* () {
    for (let at = 0; at < value.length; at += 7) yield value.subarray(at, at + 7);
  };
  let text = '';
  for (const part of cleaned.head) text += String.fromCharCode(...part);
  for await (const part of cleanPixelValue(pieces(), cleaned.layout, length === undefined))
    text += String.fromCharCode(...part);
  return text;
}

const pixels: Attributes = { ...greyAttributes(2, 2, 8), '7fe0,0010': ['OB', Uint8Array.of(1, 2, 3, 4)] };
const keyOf = (tag: number) => {
  const hex = tag.toString(16).padStart(8, '0');
  return `${hex.slice(0, 4)},${hex.slice(4)}`;
};
/** In the order of their tags, as a file has them. */
const fileOf = (attributes: Attributes, writing = {}) =>
  writeDicom(
    Object.fromEntries(Object.entries({ ...pixels, ...attributes }).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    writing,
  );

/** A unique value, in its representation. */
const planted: Readonly<Record<string, string>> = {
  DA: '19990807',
  DT: '19990807060504',
  TM: '060504.030201',
  AS: '079Y',
  IS: '8675309',
  DS: '867.5309',
  UI: '1.2.8675309',
};
const marker = 'PLANTEDMARK';

function plant(tag: number, vr: string): Attributes {
  if (vr === 'SQ') return { [keyOf(tag)]: ['SQ', [{ '0010,4000': ['LT', marker] }]] };
  const text = planted[vr] ?? marker;
  const isPlain = ['CS', 'LO', 'LT', 'SH', 'ST', 'PN', 'AE', ...Object.keys(planted)].includes(vr);
  return { [keyOf(tag)]: [isPlain ? vr : 'UN', ascii(text.length % 2 ? `${text} ` : text)] };
}

describe('the basic profile of PS3.15 table E.1-1', () => {
  it('is complete, and none of its rows is an attribute that stays unchanged', () => {
    expect(basicProfile.length).toBe(652);
    const emptyTags = emptied.map(([tag]) => tag);
    for (const { tag, action } of basicProfile) {
      expect([keyOf(tag), keptAttributes.has(tag)]).toEqual([keyOf(tag), false]);
      if (replacedUids.has(tag)) expect(action).toBe('U');
      if (emptyTags.includes(tag)) expect(action).toContain('Z');
    }
  });

  it.each(basicProfile.map(({ tag, action, vr }) => [keyOf(tag), action, vr, tag] as const))(
    'is done to %s: %s (%s)',
    async (_name, _action, vr, tag) => {
      const value = planted[vr] ?? marker;
      expect(await clean(fileOf(plant(tag, vr)))).not.toContain(value);
    },
  );

  it('is done to what it names by group: curves, overlays and private attributes', async () => {
    const groups = ['5000,0022', '50fe,3000', '6000,0022', '60fe,3000', '0009,0010', '0029,1001'];
    const all = Object.fromEntries(groups.map((tag) => [tag, ['UN', ascii(`${marker} `)] as const]));
    expect(await clean(fileOf(all))).not.toContain(marker);
  });
});

describe('attributes that stay', () => {
  it.each([...keptAttributes].filter(([, { vr }]) => vr !== 'SQ').map(([tag, { vr }]) => [keyOf(tag), vr]))(
    '%s (%s) hold no text but terms of the standard, whatever representation the file gives them',
    async (tag, vr) => {
      const isTable = ['OW', 'OV'].includes(vr ?? '');
      for (const named of ['LO', 'CS', 'DS', 'UN', ...(vr === 'UI' ? ['UI'] : [])]) {
        // A table without its descriptor holds what it holds; it is cut where that names less.
        if (isTable) continue;
        const file = fileOf({ [tag ?? '']: [named, ascii(`${marker} `)] });
        expect([named, (await clean(file)).includes(marker)]).toEqual([named, false]);
      }
    },
  );

  it.each<[string, Attributes]>([
    ['the fourth value of Image Type', { '0008,0008': ['CS', `ORIGINAL\\PRIMARY\\AXIAL\\${marker}`] }],
    ['a second value of Rescale Type', { '0028,1054': ['LO', `HU\\${marker}`] }],
    ['more numbers than there may be', { '0018,0050': ['DS', `2.5\\${'1'.repeat(9)}\\${marker}`] }],
    [
      'a code and its meaning',
      { '0054,0220': ['SQ', [{ '0008,0100': ['SH', marker], '0008,0104': ['LO', marker] }]] },
    ],
    ['the maker and the kernel', { '0008,0070': ['LO', marker], '0018,1210': ['SH', marker] }],
    [
      'a look-up table behind its entries',
      {
        '0028,3010': [
          'SQ',
          [{ '0028,3002': ['US', [1, 0, 16]], '0028,3006': ['OW', ascii(`ab${marker} `)] }],
        ],
      },
    ],
    ['an offset table of no frame', { '7fe0,0001': ['UN', ascii(`${marker} `)] }],
  ])('do not hold it in %s', async (_name, attributes) => {
    const cleaned = await clean(fileOf(attributes));
    expect(cleaned).not.toContain(marker);
    expect(cleaned).not.toContain('1'.repeat(9));
  });

  it('keep what engines and reports need', async () => {
    const cleaned = await clean(
      fileOf({
        '0008,0008': ['CS', 'ORIGINAL\\PRIMARY\\AXIAL'],
        '0008,0060': ['CS', 'CT'],
        '0018,0050': ['DS', '2.5'],
        '0018,5101': ['CS', 'MLO'],
        '0020,0020': ['CS', 'CC'],
        '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
        '0020,0062': ['CS', 'L'],
        '0028,0030': ['DS', '0.25\\0.5'],
        '0028,1053': ['DS', '1.5'],
        '0028,1054': ['LO', 'HU'],
      }),
    );
    for (const value of ['AXIAL', 'MLO', 'CC', '1\\0\\0\\0\\1\\0', '0.25\\0.5', 'HU'])
      expect(cleaned).toContain(value);
  });
});

describe('pixel data', () => {
  it('ends with its last pixel', async () => {
    const value = Uint8Array.of(1, 2, 3, 4, ...ascii(`${marker} `));
    expect(await clean(fileOf({ '7fe0,0010': ['OB', value] }))).not.toContain(marker);
  });

  it.each([true, false])('has no bits above those stored (little endian: %s)', async (isLittleEndian) => {
    const values = [0xf123, 0x5456, 0x3789, 0xaabc];
    const writing = isLittleEndian ? {} : { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian };
    const file = fileOf(
      { ...greyAttributes(2, 2, 12), '7fe0,0010': ['OW', wordBytes(values, isLittleEndian)] },
      writing,
    );
    const stored = [...(await clean(file)).slice(-8)].map((letter) => letter.charCodeAt(0));
    const masked = values.map((value) => value & 0xfff);
    expect(stored).toEqual([...wordBytes(masked, isLittleEndian)]);
  });

  const jpeg = (...segments: readonly Uint8Array[]) =>
    Uint8Array.of(
      ...[0xff, 0xd8, ...segments.flatMap((each) => [...each])],
      ...segment(0xdb, ascii('table')),
      ...segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
      ...[1, 2, 0xff, 0, 3, 0xff, 0xd9],
    );
  const inSyntax = (uid: string, ...fragments: readonly Uint8Array[]) =>
    fileOf({ '7fe0,0010': ['OB', encapsulate(...fragments)] }, { transferSyntax: uid });
  const baseline = '1.2.840.10008.1.2.4.50';
  const hidden = ascii(marker);

  it.each<[string, Uint8Array[]]>([
    ['a comment', [jpeg(segment(0xfe, hidden))]],
    ['an application segment', [jpeg(segment(0xe1, hidden))]],
    ['an Adobe segment that is none', [jpeg(segment(0xee, ascii(`Adobe${marker}`)))]],
    ['a number of lines with more behind it', [jpeg(segment(0xdc, ascii(`ab${marker}`)))]],
    ['a frame header with more behind it', [jpeg(segment(0xc0, ascii(`abcde\x01xyz${marker}`)))]],
    ['bytes between segments', [jpeg(hidden)]],
    ['bytes behind the end', [Uint8Array.of(...jpeg(), ...hidden)]],
    ['a second picture of a file of one', [jpeg(), jpeg(segment(0xdb, hidden))]],
    ['a fragment that is no picture', [jpeg(), hidden]],
  ])('of JPEG holds nothing in %s', async (_name, fragments) => {
    const cleaned = await clean(inSyntax(baseline, ...fragments));
    expect(cleaned).not.toContain(marker);
    expect(cleaned).toContain('table');
    expect(cleaned).toContain('\x01\x02\xff\x00\x03\xff\xd9');
  });

  it('of JPEG keeps what says which colours it has', async () => {
    const adobe = segment(0xee, ascii('Adobe\0d\0\0\0\0\x01'));
    const cleaned = await clean(inSyntax(baseline, jpeg(adobe)));
    expect(cleaned).toContain('Adobe\0\0\0\0\0\0\x01');
  });

  it.each([
    ['a comment', segment(0x64, ascii(`\0\x01${marker}`)), new Uint8Array()],
    ['an unknown segment', segment(0x6f, hidden), new Uint8Array()],
    ['what follows the end', new Uint8Array(), hidden],
  ])('of JPEG 2000 holds nothing in %s', async (_name, inside, behind) => {
    const tile = Uint8Array.of(
      ...[...segment(0x90, Uint8Array.of(0, 0, 0, 0, 0, 17, 0, 1)), 0xff, 0x93, 7, 8, 9],
    );
    const stream = Uint8Array.of(
      ...[0xff, 0x4f, ...segment(0x51, ascii('size')), ...inside, ...tile],
      ...[0xff, 0xd9, ...behind],
    );
    const cleaned = await clean(inSyntax('1.2.840.10008.1.2.4.90', stream));
    expect(cleaned).not.toContain(marker);
    expect(cleaned).toContain('size');
    expect(cleaned).toContain('\xff\x93\x07\x08\x09\xff\xd9');
  });

  it('of RLE holds nothing behind its planes, in its header and in bits that are not stored', async () => {
    const planes = [Uint8Array.of(3, 0xf1, 0x52, 0x33, 0xa4), Uint8Array.of(256 - 3, 9, ...hidden)];
    const frame = rleFrame(planes, hidden);
    const file = fileOf(
      { ...greyAttributes(2, 2, 12), '7fe0,0010': ['OB', encapsulate(frame)] },
      { transferSyntax: '1.2.840.10008.1.2.5' },
    );
    const cleaned = await clean(file);
    expect(cleaned).not.toContain(marker);
    expect(cleaned).toContain('\x03\x01\x02\x03\x04\xfd\x09');
  });
});

describe('what the file of a mammogram says of its view', () => {
  const code = (value: string, inside: Attributes = {}): Attributes => ({
    '0008,0100': ['SH', value],
    '0008,0102': ['SH', 'SRT '],
    '0008,0104': ['LO', marker],
    ...inside,
  });

  it('stays, without the meaning of a code and without any other code', async () => {
    const text = await clean(
      fileOf({
        '0008,0060': ['CS', 'MG'],
        '0028,1300': ['CS', 'YES '],
        '0054,0220': [
          'SQ',
          [code('R-10242 ', { '0054,0222': ['SQ', [code('R-102D6 '), code(`${marker} `)]] })],
        ],
      }),
    );
    expect(text).toContain('R-10242');
    expect(text).toContain('R-102D6');
    expect(text).toContain('YES');
    expect(text).not.toContain(marker);
  });
});

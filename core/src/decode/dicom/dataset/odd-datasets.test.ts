import { describe, expect, it } from 'vitest';
import { deidentifyHead, headFacts } from '../../../deidentify/deidentify-head.ts';
import type { DicomCodec } from '../../dicom-codec.ts';
import { readDicomFrame } from '../frame/read-frame.ts';
import { ascii, concat, greyAttributes, wordBytes, writeDicom } from '../write-dicom.test-support.ts';

/** Structures tolerated by dcmtk, pydicom or both, found in real files. */
const noCodec: DicomCodec = {
  inflate: () => {
    throw new Error('not compressed');
  },
  decodeFrame: () => Promise.reject(new Error('not compressed')),
};

const start = writeDicom({});
const long = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const tag = (group: number, element: number) => wordBytes([group, element]);
const picture = writeDicom(
  {
    '0008,0060': ['CS', 'CT'],
    ...greyAttributes(2, 1, 8),
    '7fe0,0010': ['OB', Uint8Array.of(7, 9)],
  },
  { hasPreamble: false },
);
const sequenceEnd = concat([tag(0xfffe, 0xe0dd), long(0)]);
const itemEnd = concat([tag(0xfffe, 0xe00d), long(0)]);

/** Modality and pixels of a file with `odd` before its first attribute, and of its de-identified copy. */
async function readAround(odd: Uint8Array) {
  const file = concat([start, odd, picture]);
  const whole = await readDicomFrame(file, noCodec, 0);
  const cleaned = await readDicomFrame(withoutIdentity(file), noCodec, 0);
  const described = [whole, cleaned].map((read) =>
    read.ok ? [read.facts.modality, ...read.frame.values] : read.problem,
  );
  expect(described[1]).toEqual(described[0]);
  return described[0];
}

function withoutIdentity(file: Uint8Array): Uint8Array {
  const facts = headFacts(file);
  const copy = facts.ok ? deidentifyHead(file, facts, (uid) => `1.2.${uid.length}`) : facts;
  if (!copy.ok) throw new Error(copy.problem);
  const { head, pixels } = copy;
  return concat([...head, file.subarray(pixels.offset)]);
}

/**
 * An element with any representation, its length in 16 bits, in 32 after two reserved bytes, or in 32 alone.
 */
function element(
  vr: string,
  value: Uint8Array,
  width: 'short' | 'long' | 'implicit',
  [group, number] = [9, 0x1001],
) {
  const head = tag(group ?? 0, number ?? 0);
  if (width === 'implicit') return concat([head, long(value.length), value]);
  const length = width === 'short' ? wordBytes([value.length]) : concat([wordBytes([0]), long(value.length)]);
  return concat([head, ascii(vr), length, value]);
}

const expected = ['CT', 7, 9];

describe('odd data sets', () => {
  it.each(['ZZ', 'AA', 'OX', '??', '--', '  ', '\0\0', 'cs', 'U1'])(
    'steps over the unknown representation %j with either width of its length',
    async (vr) => {
      for (const value of ['', 'abcd', 'abcdefghijkl']) {
        expect(await readAround(element(vr, ascii(value), 'short'))).toEqual(expected);
        expect(await readAround(element(vr, ascii(value), 'long'))).toEqual(expected);
      }
    },
  );

  it('tolerates an element without representation in an explicit file, also as the first', async () => {
    expect(await readAround(element('', long(100), 'implicit', [8, 0]))).toEqual(expected);
    const first = element('UI', ascii('1.20'), 'short', [8, 0x16]);
    const second = element('', ascii('20200101'), 'implicit', [8, 0x20]);
    expect(await readAround(concat([first, second]))).toEqual(expected);
  });

  it('tolerates elements that sort after the pixel data', async () => {
    expect(await readAround(element('LO', ascii('GEMS'), 'short', [0x7fe1, 0x10]))).toEqual(expected);
    expect(await readAround(element('OB', long(0), 'long', [0xfffc, 0xfffc]))).toEqual(expected);
  });

  it('tolerates stray delimiters', async () => {
    expect(await readAround(sequenceEnd)).toEqual(expected);
    expect(await readAround(itemEnd)).toEqual(expected);
  });

  it('reads a sequence of unknown representation whose items are explicit', async () => {
    const inner = element('LO', ascii('ab'), 'short', [9, 0x1011]);
    const items = concat([tag(0xfffe, 0xe000), long(0xffffffff), inner, itemEnd, sequenceEnd]);
    const sequence = concat([tag(9, 0x1010), ascii('UN'), wordBytes([0]), long(0xffffffff), items]);
    expect(await readAround(sequence)).toEqual(expected);
  });

  it('tolerates an item with two ends', async () => {
    const inner = element('UI', ascii('1.20'), 'short', [8, 0x1150]);
    const items = concat([tag(0xfffe, 0xe000), long(inner.length), inner, itemEnd, sequenceEnd]);
    const sequence = concat([tag(8, 0x1140), ascii('SQ'), wordBytes([0]), long(0xffffffff), items]);
    expect(await readAround(sequence)).toEqual(expected);
  });
});

describe('functional groups', () => {
  const rescaled = (vr: 'SQ' | 'UN', inside: Uint8Array) =>
    concat([tag(0x5200, 0x9229), ascii(vr), wordBytes([0]), long(inside.length), inside]);
  const itemOf = (body: Uint8Array) => concat([tag(0xfffe, 0xe000), long(body.length), body]);
  const implicit = ([group, number]: readonly [number, number], value: Uint8Array) =>
    element('', value, 'implicit', [group, number]);
  const values = concat([
    implicit([0x0028, 0x1052], ascii('-1024 ')),
    implicit([0x0028, 0x1053], ascii('2 ')),
  ]);
  const groups = itemOf(implicit([0x0028, 0x9145], itemOf(values)));

  it('reads those of an enhanced CT that are written as unknown', async () => {
    const read = await readDicomFrame(
      concat([start, picture.subarray(0, 10), ...shared(groups)]),
      noCodec,
      0,
    );
    expect(read.facts?.rescale).toEqual({ slope: 2, intercept: -1024 });
  });

  it('skips such a sequence if it cannot be parsed', async () => {
    const read = await readDicomFrame(
      concat([start, picture.subarray(0, 10), ...shared(groups.subarray(0, 20))]),
      noCodec,
      0,
    );
    expect(read).toMatchObject({ ok: true, facts: { rescale: undefined } });
  });

  function shared(inside: Uint8Array): Uint8Array[] {
    const rest = picture.subarray(10);
    const pixelsAt = rest.length - 14;
    return [rest.subarray(0, pixelsAt), rescaled('UN', inside), rest.subarray(pixelsAt)];
  }
});

describe('byte order of narrow samples', () => {
  const big = { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false };

  it('reads 8-bit colour of an odd number of bytes, written as big endian words, to its last sample', async () => {
    const attributes = {
      ...greyAttributes(3, 1, 8),
      '0028,0002': ['US', [3]],
      '0028,0004': ['CS', 'RGB'],
      '0028,0006': ['US', [0]],
      '7fe0,0010': ['OW', Uint8Array.of(2, 1, 4, 3, 6, 5, 8, 7, 0, 9)],
    } as const;
    const read = await readDicomFrame(writeDicom(attributes, big), noCodec, 0);
    expect(read.ok && [...read.frame.values]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('reads the second of two frames that begins in the middle of a word', async () => {
    const attributes = {
      '0028,0008': ['IS', '2'],
      ...greyAttributes(3, 1, 8),
      '7fe0,0010': ['OW', Uint8Array.of(2, 1, 4, 3, 6, 5)],
    } as const;
    const read = await readDicomFrame(writeDicom(attributes, big), noCodec, 1);
    expect(read.ok && [...read.frame.values]).toEqual([4, 5, 6]);
  });
});

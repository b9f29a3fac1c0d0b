import { describe, expect, it } from 'vitest';
import type { DicomCodec } from '../dicom-codec.ts';
import type { Study } from '../study.ts';
import { decodeDicom } from './decode-dicom.ts';
import {
  type Attributes,
  ascii,
  concat,
  encapsulate,
  greyAttributes,
  type Writing,
  wordBytes,
  writeDicom,
} from './write-dicom.test-support.ts';

/** For files that need no codec. */
const noCodec: DicomCodec = {
  inflate: () => {
    throw new Error('not compressed');
  },
  decodeFrame: () => Promise.reject(new Error('not compressed')),
};

async function study(attributes: Attributes, writing?: Writing, frame?: number): Promise<Study> {
  const result = await decodeDicom(writeDicom(attributes, writing), noCodec, frame);
  if (!result.ok) throw new Error(result.problem);
  return result.study;
}

async function problem(bytes: Uint8Array): Promise<string> {
  const result = await decodeDicom(bytes, noCodec);
  return result.ok ? 'none' : result.problem;
}

const four = greyAttributes(2, 2, 16);
const pixels = { '7fe0,0010': ['OW', wordBytes([1, 2, 300, 65_535])] } as const;
const ct: Attributes = {
  '0008,0060': ['CS', 'CT'],
  ...greyAttributes(2, 2, 16, true),
  '0028,1052': ['DS', '-1024'],
  '0028,1053': ['DS', '1'],
};

describe('stored values', () => {
  it('reads 16-bit values in explicit, implicit and big endian syntaxes alike', async () => {
    const expected = [1, 2, 300, 65_535];
    expect([...(await study({ ...four, ...pixels })).grey.data]).toEqual(expected);
    const implicit = { transferSyntax: '1.2.840.10008.1.2', isExplicit: false };
    expect([...(await study({ ...four, ...pixels }, implicit)).grey.data]).toEqual(expected);
    const big = { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false };
    const bigPixels = { '7fe0,0010': ['OW', wordBytes(expected, false)] } as const;
    expect([...(await study({ ...four, ...bigPixels }, big)).grey.data]).toEqual(expected);
  });

  it('reads a data set without preamble and meta information', async () => {
    const attributes = { '0008,0060': ['CS', 'OT'], ...four, ...pixels } as const;
    expect((await study(attributes, { hasPreamble: false })).width).toBe(2);
    expect((await study(attributes, { hasPreamble: false, isExplicit: false })).width).toBe(2);
  });

  it('extends the sign from the stored bits and drops the bits above them', async () => {
    const attributes = {
      ...greyAttributes(2, 1, 12, true),
      '7fe0,0010': ['OW', wordBytes([0xf7ff, 0x0800])],
    } as const;
    expect([...(await study(attributes)).grey.data]).toEqual([2047, -2048]);
  });

  it('shifts values that do not begin at bit 0', async () => {
    const attributes = {
      ...greyAttributes(2, 1, 12),
      '0028,0102': ['US', [15]],
      '7fe0,0010': ['OW', wordBytes([0x1230, 0xfff0])],
    } as const;
    expect([...(await study(attributes)).grey.data]).toEqual([0x123, 0xfff]);
  });

  it('unpacks 8-bit and 1-bit pixels', async () => {
    const eight = { ...greyAttributes(2, 1, 8), '7fe0,0010': ['OB', Uint8Array.of(7, 255)] } as const;
    expect([...(await study(eight)).grey.data]).toEqual([7, 255]);
    const one = {
      ...greyAttributes(4, 1, 8),
      '0028,0100': ['US', [1]],
      '0028,0101': ['US', [1]],
      '0028,0102': ['US', [0]],
      '7fe0,0010': ['OB', Uint8Array.of(0b0110, 0)],
    } as const;
    expect([...(await study(one)).grey.data]).toEqual([0, 1, 1, 0]);
  });

  it('unpacks run lengths', async () => {
    const header = new Uint8Array(64);
    new DataView(header.buffer).setUint32(0, 1, true);
    new DataView(header.buffer).setUint32(4, 64, true);
    const frame = concat([header, Uint8Array.of(254, 9, 0, 5)]);
    const attributes = { ...greyAttributes(2, 2, 8), '7fe0,0010': ['OB', encapsulate(frame)] } as const;
    const decoded = await study(attributes, { transferSyntax: '1.2.840.10008.1.2.5' });
    expect([...decoded.grey.data]).toEqual([9, 9, 9, 5]);
  });
});

describe('values with a meaning', () => {
  it('gives a rescaled CT in Hounsfield units with its window', async () => {
    const attributes: Attributes = {
      ...ct,
      '0028,1050': ['DS', '40\\600'],
      '0028,1051': ['DS', '400\\1500'],
      '7fe0,0010': ['OW', wordBytes([0, 1024, 1064, -1000])],
    };
    const decoded = await study(attributes);
    expect(decoded.quantity).toBe('hounsfield');
    expect([...decoded.grey.data]).toEqual([-1024, 0, 40, -2024]);
    expect(decoded.window).toEqual({ centre: 40, width: 400 });
  });

  it('inverts MONOCHROME1 and its window, but not Hounsfield units', async () => {
    const film: Attributes = {
      ...greyAttributes(2, 1, 12),
      '0028,0004': ['CS', 'MONOCHROME1'],
      '0028,1050': ['DS', '1000'],
      '0028,1051': ['DS', '500'],
      '7fe0,0010': ['OW', wordBytes([0, 4000])],
    };
    const turned = await study(film);
    expect([...turned.grey.data]).toEqual([4095, 95]);
    expect(turned.window).toEqual({ centre: 3096, width: 500 });
    const inverted = { ...ct, '0028,0004': ['CS', 'MONOCHROME1'], ...pixels } as const;
    expect((await study(inverted)).grey.data[0]).toBe(-1023);
  });

  it('keeps the function of the window', async () => {
    const shaped = (shape: string): Attributes => ({
      ...four,
      '0028,1050': ['DS', '100'],
      '0028,1051': ['DS', '0.5'],
      '0028,1056': ['CS', shape],
      ...pixels,
    });
    expect((await study(shaped('SIGMOID'))).window).toEqual({ centre: 100, width: 0.5, shape: 'sigmoid' });
    expect((await study(shaped('LINEAR_EXACT'))).window?.shape).toBe('linear_exact');
    expect((await study(shaped('LINEAR'))).window).toBeUndefined();
  });

  it('reads the display table, and inverts it with the values', async () => {
    const table: Attributes = {
      '0028,3002': ['US', [4, 1, 8]],
      '0028,3006': ['OW', wordBytes([0, 10, 100, 255])],
    };
    const attributes: Attributes = {
      ...greyAttributes(2, 1, 8),
      '0028,3010': ['SQ', [table]],
      '7fe0,0010': ['OB', Uint8Array.of(2, 4)],
    };
    const shown = await study(attributes);
    expect(shown.table).toEqual({ first: 1, max: 255, entries: Uint16Array.of(0, 10, 100, 255) });
    const turned = await study({ ...attributes, '0028,0004': ['CS', 'MONOCHROME1'] });
    expect([...turned.grey.data]).toEqual([253, 251]);
    expect(turned.table).toEqual({ first: 251, max: 255, entries: Uint16Array.of(0, 155, 245, 255) });
  });

  it('replaces padding by the smallest real value', async () => {
    const padded: Attributes = {
      ...ct,
      '0028,0120': ['SS', [-2000]],
      '7fe0,0010': ['OW', wordBytes([-2000, 24, 1024, 2000])],
    };
    expect([...(await study(padded)).grey.data]).toEqual([-1000, -1000, 0, 976]);
  });

  it('applies a modality table', async () => {
    const table: Attributes = {
      '0028,3002': ['US', [3, 1, 16]],
      '0028,3006': ['OW', wordBytes([10, 20, 30])],
    };
    const attributes: Attributes = {
      ...greyAttributes(2, 2, 8),
      '0028,3000': ['SQ', [table]],
      '7fe0,0010': ['OB', Uint8Array.of(0, 1, 2, 9)],
    };
    expect([...(await study(attributes)).grey.data]).toEqual([10, 10, 20, 30]);
  });

  it('takes the middle frame of a CT, the first of others, and any requested one', async () => {
    const frames: Attributes = {
      '0028,0002': ['US', [1]],
      '0028,0008': ['IS', '3'],
      ...greyAttributes(1, 2, 8),
      '7fe0,0010': ['OB', Uint8Array.of(1, 1, 2, 2, 3, 3)],
    };
    expect((await study(frames)).source).toMatchObject({ frames: 3, frame: 0 });
    const slices = await study({ '0008,0060': ['CS', 'CT'], ...frames });
    expect([slices.source.frame, slices.grey.data[0]]).toEqual([1, 2]);
    expect((await study(frames, {}, 2)).grey.data[0]).toBe(3);
    expect((await study(frames, {}, 99)).source.frame).toBe(2);
  });
});

describe('colour', () => {
  const colour: Attributes = {
    '0028,0002': ['US', [3]],
    '0028,0004': ['CS', 'RGB'],
    '0028,0006': ['US', [0]],
    '0028,0010': ['US', [1]],
    '0028,0011': ['US', [2]],
    '0028,0100': ['US', [8]],
    '0028,0101': ['US', [8]],
    '0028,0102': ['US', [7]],
    '0028,0103': ['US', [0]],
  };

  it('reads interleaved and planar colour alike', async () => {
    const expected = [1, 2, 3, 40, 50, 60];
    const interleaved: Attributes = { ...colour, '7fe0,0010': ['OB', Uint8Array.from(expected)] };
    expect([...((await study(interleaved)).colour?.data ?? [])]).toEqual(expected);
    const planar: Attributes = {
      ...colour,
      '0028,0006': ['US', [1]],
      '7fe0,0010': ['OB', Uint8Array.of(1, 40, 2, 50, 3, 60)],
    };
    expect([...((await study(planar)).colour?.data ?? [])]).toEqual(expected);
  });

  it('converts YBR to RGB, with shared chroma too', async () => {
    const full: Attributes = {
      ...colour,
      '0028,0004': ['CS', 'YBR_FULL'],
      '7fe0,0010': ['OB', Uint8Array.of(76, 85, 255, 128, 128, 128)],
    };
    expect([...((await study(full)).colour?.data ?? [])]).toEqual([254, 0, 0, 128, 128, 128]);
    const shared: Attributes = {
      ...colour,
      '0028,0004': ['CS', 'YBR_FULL_422'],
      '7fe0,0010': ['OB', Uint8Array.of(76, 100, 85, 255)],
    };
    expect([...((await study(shared)).colour?.data ?? [])].slice(0, 3)).toEqual([254, 0, 0]);
  });

  it('looks palette colours up', async () => {
    const palette: Attributes = {
      ...greyAttributes(2, 1, 8),
      '0028,0004': ['CS', 'PALETTE COLOR'],
      '0028,1101': ['US', [2, 0, 16]],
      '0028,1102': ['US', [2, 0, 16]],
      '0028,1103': ['US', [2, 0, 16]],
      '0028,1201': ['OW', wordBytes([0, 0xff00])],
      '0028,1202': ['OW', wordBytes([0x8000, 0])],
      '0028,1203': ['OW', wordBytes([0, 0x1000])],
      '7fe0,0010': ['OB', Uint8Array.of(0, 1)],
    };
    expect([...((await study(palette)).colour?.data ?? [])]).toEqual([0, 128, 0, 255, 0, 16]);
  });

  it('has no colour if the channels are equal', async () => {
    const grey: Attributes = { ...colour, '7fe0,0010': ['OB', Uint8Array.of(9, 9, 9, 200, 200, 200)] };
    const decoded = await study(grey);
    expect(decoded.colour).toBeUndefined();
    expect(Math.round(decoded.grey.data[1] ?? 0)).toBe(200);
  });
});

describe('spacing', () => {
  const spacingOf = async (attributes: Attributes) =>
    (await study({ ...attributes, ...four, ...pixels })).spacing;

  it('reads rows before columns, calibrated for slices', async () => {
    expect(await spacingOf({ '0008,0060': ['CS', 'MR'], '0028,0030': ['DS', '0.5\\0.25'] })).toEqual({
      yMm: 0.5,
      xMm: 0.25,
      kind: 'calibrated',
    });
  });

  it('knows that a mammogram is measured at the detector', async () => {
    const detector: Attributes = { '0008,0060': ['CS', 'MG'], '0018,1164': ['DS', '0.1\\0.1'] };
    expect(await spacingOf(detector)).toMatchObject({ xMm: 0.1, kind: 'imager' });
    expect(await spacingOf({ ...detector, '0028,0030': ['DS', '0.1\\0.1'] })).toMatchObject({
      kind: 'imager',
    });
    expect(await spacingOf({ ...detector, '0028,0030': ['DS', '0.07\\0.07'] })).toMatchObject({
      xMm: 0.07,
      kind: 'calibrated',
    });
    const geometry: Attributes = { '0028,0030': ['DS', '0.1\\0.1'], '0028,0a02': ['CS', 'GEOMETRY'] };
    expect(await spacingOf({ ...detector, ...geometry })).toMatchObject({ kind: 'calibrated' });
  });

  it("corrects the detector's spacing for a stated magnification", async () => {
    const magnified: Attributes = {
      '0008,0060': ['CS', 'MG'],
      '0018,1114': ['DS', '2'],
      '0018,1164': ['DS', '0.1\\0.1'],
    };
    expect(await spacingOf(magnified)).toEqual({ xMm: 0.05, yMm: 0.05, kind: 'calibrated' });
  });

  it.each(['0\\0', '-1\\1', 'nonsense', '1e9\\1e9', ''])('ignores %j', async (value) => {
    expect(await spacingOf({ '0028,0030': ['DS', value] })).toBeUndefined();
  });

  it("finds the detector's spacing with the frames of an enhanced X-ray image", async () => {
    const properties = [{ '0018,1164': ['DS', '0.2\\0.1'] }] as const;
    const groups = [{ '0028,9443': ['SQ', properties] }] as const;
    expect(await spacingOf({ '0008,0060': ['CS', 'XA'], '5200,9229': ['SQ', groups] })).toEqual({
      xMm: 0.1,
      yMm: 0.2,
      kind: 'imager',
    });
  });

  it('finds spacing, rescaling and window in functional groups', async () => {
    const groups: Attributes = {
      '0028,9110': ['SQ', [{ '0028,0030': ['DS', '0.7\\0.7'] }]],
      '0028,9132': ['SQ', [{ '0028,1050': ['DS', '50'], '0028,1051': ['DS', '100'] }]],
      '0028,9145': ['SQ', [{ '0028,1052': ['DS', '-1000'], '0028,1053': ['DS', '2'] }]],
    };
    const attributes: Attributes = {
      '0008,0060': ['CS', 'CT'],
      ...four,
      '5200,9229': ['SQ', [groups]],
      ...pixels,
    };
    const decoded = await study(attributes);
    expect(decoded.spacing?.xMm).toBe(0.7);
    expect(decoded.grey.data[1]).toBe(-996);
    expect(decoded.window).toEqual({ centre: 50, width: 100 });
  });

  it("prefers a frame's own groups, and looks further where they leave something out", async () => {
    const own: Attributes = {
      '0028,9110': ['SQ', [{ '0018,0050': ['DS', '5'] }]],
      '0028,9145': ['SQ', [{ '0028,1052': ['DS', '-50'], '0028,1053': ['DS', '3'] }]],
    };
    const shared: Attributes = {
      '0028,9110': ['SQ', [{ '0028,0030': ['DS', '0.7\\0.7'] }]],
      '0028,9145': ['SQ', [{ '0028,1052': ['DS', '-1000'], '0028,1053': ['DS', '2'] }]],
    };
    const decoded = await study({
      '0008,0060': ['CS', 'CT'],
      ...four,
      '5200,9229': ['SQ', [shared]],
      '5200,9230': ['SQ', [own]],
      ...pixels,
    });
    expect(decoded.spacing?.xMm).toBe(0.7);
    expect(decoded.grey.data[1]).toBe(-44);
  });
});

describe('identity', () => {
  const idOf = async (text: string, characterSet?: string) =>
    (
      await study({
        ...(characterSet === undefined ? {} : ({ '0008,0005': ['CS', characterSet] } as const)),
        '0010,0020': ['LO', text],
        ...four,
        ...pixels,
      })
    ).source.patientId;

  it('reads the patient ID in Latin letters and in UTF-8', async () => {
    expect(await idOf('  AB-12 ')).toBe('AB-12');
    expect(await idOf('\xe6\xbc\xa2', 'ISO_IR 192')).toBe('漢');
    expect(await idOf('\xff', 'ISO_IR 192')).toBe('�FF');
  });

  it('bounds it and drops control characters', async () => {
    expect(await idOf('x'.repeat(500))).toHaveLength(64);
    expect(await idOf('a\x07b')).toBe('ab');
    expect(await idOf('')).toBeUndefined();
  });
});

describe('damage', () => {
  it('reports a document without an image', async () => {
    expect(await problem(writeDicom({ '0008,0060': ['CS', 'SR'] }))).toBe('no_pixel_data');
  });

  it('reports an unsupported syntax', async () => {
    const film = writeDicom({ ...four, ...pixels }, { transferSyntax: '1.2.840.10008.1.2.4.100' });
    expect(await problem(film)).toBe('unsupported_transfer_syntax');
  });

  it('checks the size before it allocates', async () => {
    expect(await problem(writeDicom({ ...greyAttributes(12_001, 2, 16), ...pixels }))).toBe('side_too_long');
    expect(await problem(writeDicom({ ...greyAttributes(12_000, 12_000, 16), ...pixels }))).toBe(
      'too_many_pixels',
    );
    expect(await problem(writeDicom({ ...greyAttributes(0, 9, 16), ...pixels }))).toBe('corrupt_file');
    expect(await problem(writeDicom({ ...greyAttributes(9000, 9000, 16), ...pixels }))).toBe('corrupt_file');
  });

  it('refuses every truncation of a file without throwing', async () => {
    const whole = writeDicom({
      ...ct,
      '0028,3000': ['SQ', [{ '0028,3002': ['US', [1, 0, 16]] }]],
      ...pixels,
    });
    for (let length = 132; length < whole.length; length++) {
      expect(await problem(whole.subarray(0, length))).not.toBe('none');
    }
  });

  it('survives every flipped byte', async () => {
    const whole = writeDicom({ ...ct, '5200,9229': ['SQ', [{ '0028,9110': ['SQ', []] }]], ...pixels });
    for (let at = 132; at < whole.length; at++) {
      for (const value of [0x00, 0xff, 0x7f]) {
        const damaged = whole.slice();
        damaged[at] = value;
        expect(typeof (await problem(damaged))).toBe('string');
      }
    }
  });

  it('limits the nesting of sequences', async () => {
    const item = concat([wordBytes([0xfffe, 0xe000]), Uint8Array.of(255, 255, 255, 255)]);
    const open = concat([
      wordBytes([0x0028, 0x3000]),
      ascii('SQ'),
      Uint8Array.of(0, 0, 255, 255, 255, 255),
      item,
    ]);
    const deep = concat([writeDicom({}), ...Array<Uint8Array>(100_000).fill(open)]);
    expect(await problem(deep)).toBe('corrupt_file');
  });

  it('comes to an end with a file of a million empty elements', async () => {
    const empty = concat([wordBytes([0x0011, 0x0011]), ascii('LO'), Uint8Array.of(0, 0)]);
    const many = concat([writeDicom({}), ...Array<Uint8Array>(1_200_000).fill(empty)]);
    expect(await problem(many)).toBe('corrupt_file');
  });

  it('refuses run lengths that cannot fill the picture', async () => {
    const header = new Uint8Array(64);
    new DataView(header.buffer).setUint32(0, 1, true);
    new DataView(header.buffer).setUint32(4, 64, true);
    const attributes: Attributes = {
      ...greyAttributes(9000, 9000, 8),
      '7fe0,0010': ['OB', encapsulate(concat([header, Uint8Array.of(129, 0)]))],
    };
    expect(await problem(writeDicom(attributes, { transferSyntax: '1.2.840.10008.1.2.5' }))).toBe(
      'corrupt_file',
    );
  });

  it('refuses a code stream of another size than the header says, before decoding it', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0);
    const attributes: Attributes = { ...greyAttributes(2, 2, 8), '7fe0,0010': ['OB', encapsulate(jpeg)] };
    expect(await problem(writeDicom(attributes, { transferSyntax: '1.2.840.10008.1.2.4.50' }))).toBe(
      'corrupt_file',
    );
  });
});

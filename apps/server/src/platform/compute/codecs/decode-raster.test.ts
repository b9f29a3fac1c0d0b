import { decodeStudy } from '@second-read/core/decode/decode-study';
import type { Study } from '@second-read/core/decode/study';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';

const codecs = createCodecs();

async function study(bytes: Uint8Array): Promise<Study> {
  const result = await decodeStudy(bytes, codecs);
  if (!result.ok) throw new Error(result.problem);
  return result.study;
}

async function problem(bytes: Uint8Array): Promise<string> {
  const result = await decodeStudy(bytes, codecs);
  return result.ok ? 'none' : result.problem;
}

const raw = (data: Uint8Array | Uint16Array, width: number, height: number, channels: 1 | 2 | 3 | 4) =>
  sharp(data, { raw: { width, height, channels } });

const grey = (values: number[], width: number) =>
  raw(Uint8Array.from(values), width, values.length / width, 1).toColourspace('b-w');

/** One row of 32-bit floats as an uncompressed TIFF: sharp writes none. */
function floatTiff(values: Float32Array): Uint8Array {
  const entries: readonly (readonly [tag: number, value: number])[] = [
    [256, values.length],
    [257, 1],
    [258, 32],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, values.byteLength],
    [339, 3],
  ];
  const directory = 8 + values.byteLength;
  const view = new DataView(new ArrayBuffer(directory + 2 + entries.length * 12 + 4));
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, directory, true);
  values.forEach((value, i) => {
    view.setFloat32(8 + i * 4, value, true);
  });
  view.setUint16(directory, entries.length, true);
  entries.forEach(([tag, value], i) => {
    const at = directory + 2 + i * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** 8 by 8 with a smooth gradient, so that lossy formats stay close. */
const ramp = Array.from({ length: 64 }, (_, i) => (i % 8) * 20 + Math.floor(i / 8) * 5);

function worst(decoded: Study, expected: number[]): number {
  return Math.max(...decoded.grey.data.map((value, i) => Math.abs(value - (expected[i] ?? 0))));
}

describe('depths and formats', () => {
  it('keeps 8-bit grey as it is in PNG, TIFF and lossless WebP', async () => {
    for (const bytes of [
      await grey(ramp, 8).png().toBuffer(),
      await grey(ramp, 8).tiff({ compression: 'lzw' }).toBuffer(),
      await grey(ramp, 8).webp({ lossless: true }).toBuffer(),
    ]) {
      const decoded = await study(bytes);
      expect([...decoded.grey.data]).toEqual(ramp);
      expect(decoded.colour).toBeUndefined();
      expect(decoded.bitsStored).toBe(8);
    }
  });

  it('comes close to the picture in JPEG and lossy WebP', async () => {
    expect(worst(await study(await grey(ramp, 8).jpeg({ quality: 95 }).toBuffer()), ramp)).toBeLessThan(6);
    expect(worst(await study(await grey(ramp, 8).webp({ quality: 95 }).toBuffer()), ramp)).toBeLessThan(12);
  });

  it('keeps all 16 bits of grey in PNG and TIFF', async () => {
    const values = [0, 1, 255, 256, 4095, 40_000, 65_534, 65_535];
    const source = () => raw(Uint16Array.from(values), 4, 2, 1).toColourspace('grey16');
    for (const bytes of [
      await source().png().toBuffer(),
      await source().tiff({ compression: 'none' }).toBuffer(),
    ]) {
      const decoded = await study(bytes);
      expect([...decoded.grey.data]).toEqual(values);
      expect(decoded.bitsStored).toBe(16);
    }
  });

  it('keeps 16 bits where three 16-bit channels are equal', async () => {
    const values = [1, 300, 65_535];
    const rgb = Uint16Array.from(values.flatMap((v) => [v, v, v]));
    const decoded = await study(await raw(rgb, 3, 1, 3).toColourspace('rgb16').png().toBuffer());
    expect([...decoded.grey.data]).toEqual(values);
    expect(decoded.bitsStored).toBe(16);
  });

  it('gives colour with its luma, 16-bit colour at 8', async () => {
    const eight = await study(
      await raw(Uint8Array.of(255, 0, 0, 10, 20, 30), 2, 1, 3)
        .png()
        .toBuffer(),
    );
    expect([...(eight.colour?.data ?? [])]).toEqual([255, 0, 0, 10, 20, 30]);
    expect(eight.grey.data[0]).toBeCloseTo(76.245, 2);
    const deep = Uint16Array.of(65_535, 0, 257);
    const sixteen = await study(await raw(deep, 1, 1, 3).toColourspace('rgb16').png().toBuffer());
    expect([...(sixteen.colour?.data ?? [])]).toEqual([255, 0, 1]);
  });

  it('reads a grey picture rounded by a lossy format as grey, and a faint tint as colour', async () => {
    const rounded = await study(
      await raw(Uint8Array.of(100, 101, 99, 7, 7, 7), 2, 1, 3)
        .png()
        .toBuffer(),
    );
    expect(rounded.colour).toBeUndefined();
    expect(rounded.grey.data[0]).toBeCloseTo(100.473, 2);
    const tinted = await study(
      await raw(Uint8Array.of(100, 104, 99, 7, 7, 7), 2, 1, 3)
        .png()
        .toBuffer(),
    );
    expect(tinted.colour).toBeDefined();
  });

  it('reads palettes and single bits', async () => {
    const colours = Uint8Array.from({ length: 48 }, (_, i) => (i % 6 < 3 ? 255 : 0));
    const palette = await study(await raw(colours, 4, 4, 3).png({ palette: true }).toBuffer());
    expect([...palette.grey.data.slice(0, 2)]).toEqual([255, 0]);
    const bilevel = await study(await grey([0, 255, 255, 0], 2).tiff({ bitdepth: 1 }).toBuffer());
    expect([...bilevel.grey.data]).toEqual([0, 255, 255, 0]);
  });

  it('composites transparency on black', async () => {
    const decoded = await study(
      await raw(Uint8Array.of(200, 255, 200, 0, 200, 51), 3, 1, 2)
        .png()
        .toBuffer(),
    );
    expect([...decoded.grey.data]).toEqual([200, 0, 40]);
  });

  it('converts CMYK to RGB', async () => {
    const cmyk = await raw(
      Uint8Array.from({ length: 192 }, (_, i) => (i % 3 === 0 ? 255 : 0)),
      8,
      8,
      3,
    )
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const { colour } = await study(cmyk);
    expect(colour?.data[0]).toBeGreaterThan(180);
    expect(colour?.data[2]).toBeLessThan(90);
  });

  it('leaves grey values alone, whatever profile they carry', async () => {
    const tagged = await grey(ramp, 8).withIccProfile('srgb').png().toBuffer();
    expect(worst(await study(tagged), ramp)).toBe(0);
  });

  it('keeps 32-bit floats in TIFF, and replaces NaN and infinities', async () => {
    const decoded = await study(floatTiff(Float32Array.of(-1000, 0.5, 3000, Number.NaN)));
    expect([...decoded.grey.data]).toEqual([-1000, 0.5, 3000, -1000]);
    expect(decoded.bitsStored).toBe(32);
  });

  it('reads the first page of an animation and reports the number of pages', async () => {
    const frames = Uint8Array.from({ length: 4 * 8 * 3 }, (_, i) => (i < 4 * 4 * 3 ? 250 : 10));
    const animation = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
      .webp({ lossless: true })
      .toBuffer();
    const decoded = await study(animation);
    expect([decoded.height, decoded.source.frames, decoded.grey.data[0]]).toEqual([4, 2, 250]);
  });
});

describe('orientation', () => {
  /** The upright picture, for each EXIF orientation of the stored rows 1 2 3 / 4 5 6. */
  const upright: Record<number, number[][]> = {
    1: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    2: [
      [3, 2, 1],
      [6, 5, 4],
    ],
    3: [
      [6, 5, 4],
      [3, 2, 1],
    ],
    4: [
      [4, 5, 6],
      [1, 2, 3],
    ],
    5: [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
    6: [
      [4, 1],
      [5, 2],
      [6, 3],
    ],
    7: [
      [6, 3],
      [5, 2],
      [4, 1],
    ],
    8: [
      [3, 6],
      [2, 5],
      [1, 4],
    ],
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i', async (orientation) => {
    const bytes = await grey([1, 2, 3, 4, 5, 6], 3).withMetadata({ orientation }).png().toBuffer();
    const decoded = await study(bytes);
    const rows = upright[orientation] ?? [];
    expect([decoded.width, decoded.height]).toEqual([rows[0]?.length, rows.length]);
    expect([...decoded.grey.data]).toEqual(rows.flat());
  });
});

describe('refusals', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
      .toColourspace('b-w')
      .png()
      .toBuffer();

  it('checks width, height and pixel count in the header', async () => {
    expect(await problem(await blank(12_001, 1))).toBe('side_too_long');
    expect(await problem(await blank(1, 12_001))).toBe('side_too_long');
    const claimed = await blank(1, 1);
    claimed.writeUInt32BE(11_000, 16);
    claimed.writeUInt32BE(11_000, 20);
    expect(await problem(claimed)).toBe('too_many_pixels');
    expect((await study(await blank(12_000, 1))).width).toBe(12_000);
  });

  it.each([false, true])('reads a GIF written by another program, interlaced: %s', async (progressive) => {
    const noise = Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251);
    const bytes = await grey(noise, 64).gif({ progressive, colours: 256, dither: 0 }).toBuffer();
    const { width, height, grey: plane, source } = await study(bytes);
    expect([width, height, source.format]).toEqual([64, 64, 'gif']);
    expect([...plane.data]).toEqual(noise);
  });

  it('refuses truncated files of every format', async () => {
    const noise = Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251);
    for (const bytes of [
      await grey(noise, 64).png().toBuffer(),
      await grey(noise, 64).jpeg().toBuffer(),
      await grey(noise, 64).webp().toBuffer(),
      await grey(noise, 64).tiff({ compression: 'none' }).toBuffer(),
    ]) {
      expect(await problem(bytes.subarray(0, bytes.length - 200))).toBe('corrupt_file');
      expect(await problem(bytes.subarray(0, 40))).toBe('corrupt_file');
    }
  });

  it('refuses files that are not pictures and unsupported formats', async () => {
    expect(await problem(new Uint8Array())).toBe('empty_file');
    expect(await problem(Buffer.from('hello'))).toBe('unknown_format');
    expect(await problem(Buffer.from('<svg width="9" height="9"/>'))).toBe('unsupported_format');
    expect(await problem(Buffer.from('%PDF-1.7'))).toBe('unsupported_format');
    expect(await problem(Buffer.from('GIF89a'))).toBe('corrupt_file');
  });

  it('cannot be tricked into loading another format behind a known signature', async () => {
    await expect(codecs.raster.header(Buffer.from('<svg width="9" height="9"/>'))).rejects.toThrow();
  });

  it('gives the same study every time', async () => {
    const bytes = await grey(ramp, 8).jpeg().toBuffer();
    expect(await study(bytes)).toEqual(await study(bytes));
  });
});

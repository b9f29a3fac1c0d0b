import { deflateSync } from 'node:zlib';
import { concatBytes } from '@second-read/core/deidentify/picture/concat-bytes';
import { pngChunk } from '@second-read/core/deidentify/picture/png-chunk';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stripMetadata } from './strip-metadata.ts';

const marker = Buffer.from('DOE^JANE 1950-01-01');
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const [width, height] = [4, 3];
/** Filter byte 0 and four grey values. */
const lines = Uint8Array.from({ length: 15 }, (_, i) => (i % 5 === 0 ? 0 : i * 9));

function png(...data: readonly Uint8Array[]): Uint8Array {
  const head = pngChunk('IHDR', Uint8Array.of(0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0));
  const end = pngChunk('IEND', new Uint8Array());
  return concatBytes([signature, head, ...data.map((value) => pngChunk('IDAT', value)), end]);
}

const cleaned = async (bytes: Uint8Array) => Buffer.concat(await stripMetadata(bytes, 'png'));
const stream = deflateSync(lines);
const plain = Buffer.from(png(stream));

describe('a PNG', () => {
  it('that has nothing but its picture stays byte for byte', async () => {
    expect((await cleaned(plain)).equals(plain)).toBe(true);
    const split = [stream.subarray(0, 7), stream.subarray(7)];
    const withEmpty = png(new Uint8Array(), ...split, new Uint8Array());
    expect((await cleaned(withEmpty)).equals(png(...split))).toBe(true);
  });

  it('loses what follows the zlib stream within IDAT, in its chunk and in further ones', async () => {
    for (const surplus of [
      png(concatBytes([stream, marker])),
      png(stream, marker),
      png(concatBytes([stream, marker]), marker, marker),
    ]) {
      expect((await cleaned(surplus)).equals(plain)).toBe(true);
    }
    const { data } = await sharp(await cleaned(png(stream, marker)))
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data]).toEqual([...lines].filter((_, i) => i % 5 !== 0));
  });

  it('whose stream ends within an early chunk keeps the chunks before', async () => {
    const surplus = png(stream.subarray(0, 7), concatBytes([stream.subarray(7), marker]), marker);
    const expected = Buffer.from(png(stream.subarray(0, 7), stream.subarray(7)));
    expect((await cleaned(surplus)).equals(expected)).toBe(true);
  });

  it('with bytes after the last line, or with lines missing, is refused', async () => {
    const refused = { reason: 'corrupt_file' };
    await expect(cleaned(png(deflateSync(concatBytes([lines, marker]))))).rejects.toMatchObject(refused);
    await expect(cleaned(png(deflateSync(lines.subarray(1))))).rejects.toMatchObject(refused);
    await expect(cleaned(png(stream.subarray(0, -6)))).rejects.toMatchObject(refused);
    await expect(cleaned(png())).rejects.toMatchObject(refused);
  });

  it('with a wrong checksum is not repaired by truncation', async () => {
    const surplus = png(concatBytes([stream, marker]));
    const sumAt = surplus.length - 12 - 4;
    surplus[sumAt] = (surplus[sumAt] ?? 0) ^ 1;
    await expect(cleaned(surplus)).rejects.toMatchObject({ reason: 'corrupt_file' });
  });
});

describe('a GIF or a bitmap', () => {
  const colors = Uint8Array.from({ length: 12 * 9 * 3 }, (_, i) => (i % 7) * 40);
  const raw = { width: 12, height: 9, channels: 3 } as const;

  it('is kept as a PNG of its pixels: comments, application blocks and trailing bytes are gone', async () => {
    const gif = await sharp(colors, { raw }).gif({ dither: 0 }).toBuffer();
    const planted = Buffer.concat([
      gif.subarray(0, gif.indexOf('\x2c\0\0\0\0', 'latin1')),
      Buffer.from([0x21, 0xfe, marker.length]),
      marker,
      Buffer.from([0, 0x21, 0xff, 11]),
      Buffer.from('XMP DataXMP'),
      Buffer.from([marker.length]),
      marker,
      Buffer.from([0]),
      gif.subarray(gif.indexOf('\x2c\0\0\0\0', 'latin1')),
      marker,
    ]);
    const kept = Buffer.concat(await stripMetadata(planted, 'gif'));
    expect(kept.subarray(0, 8).equals(signature)).toBe(true);
    expect(kept.includes('DOE')).toBe(false);
    expect(await sharp(kept).raw().toBuffer()).toEqual(Buffer.from(colors));
  });

  it('loses what is in the gaps of a bitmap and in its spare bytes', async () => {
    const rows = Buffer.from([3, 2, 1, 0x44, 6, 5, 4, 0x4f]);
    const head = Buffer.alloc(54);
    head.write('BM');
    head.writeUInt32LE(54 + marker.length, 10);
    for (const [at, value] of [
      [14, 40],
      [18, 2],
      [22, 1],
      [28, 32],
    ] as const)
      head.writeUInt32LE(value, at);
    const kept = Buffer.concat(await stripMetadata(Buffer.concat([head, marker, rows, marker]), 'bmp'));
    expect(kept.includes('DOE')).toBe(false);
    expect([...(await sharp(kept).raw().toBuffer())]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('that cannot be read is refused with the reason', async () => {
    const gif = await sharp(colors, { raw }).gif().toBuffer();
    const cut = stripMetadata(gif.subarray(0, -3), 'gif');
    await expect(cut).rejects.toMatchObject({ reason: 'corrupt_file' });
  });
});

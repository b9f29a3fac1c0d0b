import { describe, expect, it } from 'vitest';
import { structureProblem } from '../../decode/raster-structure.ts';
import { concatBytes } from './concat-bytes.ts';
import { orientationExif } from './orientation.ts';
import {
  emptyProfile,
  jpegSegment,
  pngChunk,
  pngHead,
  tiffOf,
  webpChunk,
  webpOf,
  zlibStored,
} from './picture-files.test-support.ts';
import { stripPicture } from './strip-picture.ts';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const bytesOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);
/** Gives back what is stored in one block. */
const inflate = (bytes: Uint8Array, limit: number) => {
  if (bytes.length > limit) throw new RangeError('too long');
  return bytes.subarray(5, -4);
};
const damaged = { ok: false, problem: 'corrupt_file' };

const strips = (count: number, at: (i: number) => number, length: number) =>
  tiffOf(
    {
      256: [16],
      257: [count],
      259: [1],
      273: Array.from({ length: count }, (_, i) => at(i)),
      279: Array.from({ length: count }, () => length),
    },
    new Uint8Array(64 * 1024),
  );

describe('a TIFF', () => {
  it('whose strips overlap is refused, not copied strip by strip', () => {
    const overlapping = strips(4000, () => 0, 64 * 1024);
    expect(stripPicture(overlapping, 'tiff', inflate)).toEqual(damaged);
    expect(structureProblem(overlapping, 'tiff')).toBe('corrupt_file');
  });

  it('whose strips overlap by one byte is refused, side by side it is not', () => {
    const start = 40_000;
    expect(
      stripPicture(
        strips(2, (i) => start + i * 15, 16),
        'tiff',
        inflate,
      ),
    ).toEqual(damaged);
    expect(
      stripPicture(
        strips(2, (i) => start + i * 16, 16),
        'tiff',
        inflate,
      ),
    ).toMatchObject({ ok: true });
    expect(
      structureProblem(
        strips(2, (i) => start - i * 16, 16),
        'tiff',
      ),
    ).toBeUndefined();
  });

  it('with more strips than any picture has is refused', () => {
    expect(
      stripPicture(
        strips(400_001, () => 0, 0),
        'tiff',
        inflate,
      ),
    ).toEqual(damaged);
  });

  it('with values that sum to more than the file is refused', () => {
    const file = tiffOf({ 256: [1], 258: Array.from({ length: 5_000 }, () => 8) });
    const [entry, many] = [file.slice(22, 34), 200];
    const head = concatBytes([file.slice(0, 8), Uint8Array.of(many, 0), ...Array(many).fill(entry)]);
    const hostile = concatBytes([head, new Uint8Array(4), file]);
    expect(stripPicture(hostile, 'tiff', inflate)).toEqual(damaged);
  });

  it('with a cycle of pages is refused before a library follows them', () => {
    const circle = tiffOf({ 256: [1], 257: [1] });
    new DataView(circle.buffer).setUint32(8 + 2 + 24, 8, true);
    expect(structureProblem(circle, 'tiff')).toBe('too_many_frames');
  });
});

describe('a PNG', () => {
  const profile = (bytes: number) =>
    pngChunk('iCCP', concatBytes([latin('a\0\0'), zlibStored(emptyProfile(bytes))]));

  it('keeps one profile, however many it has', () => {
    const png = concatBytes([pngHead(1, 1), ...Array(300).fill(profile(4_000))]);
    const stripped = stripPicture(png, 'png', inflate);
    expect(stripped.ok && bytesOf(stripped.parts)).toBeLessThan(5_000);
  });

  it('drops a profile that unpacks to hundreds of times its size', () => {
    const png = concatBytes([pngHead(1, 1), profile(4_000)]);
    const asked: number[] = [];
    const air = (_: Uint8Array, limit: number) => {
      asked.push(limit);
      return emptyProfile(limit);
    };
    const stripped = stripPicture(png, 'png', air);
    expect(asked[0]).toBeLessThan(32 * 1024);
    expect(stripped.ok && bytesOf(stripped.parts)).toBeLessThan(4 * png.length + 16 * 1024);
  });
});

describe('a WebP', () => {
  it('keeps one profile, however many it has', () => {
    const chunks = [
      webpChunk('ICCP', emptyProfile(50_000)),
      ...Array(5_000).fill(webpChunk('ICCP', latin(''))),
    ];
    const webp = webpOf(chunks);
    const stripped = stripPicture(webp, 'webp', inflate);
    expect(stripped.ok && bytesOf(stripped.parts)).toBeLessThan(webp.length);
  });

  it('of 100,000 frames is refused before a library walks them', () => {
    const frame = webpChunk('ANMF', new Uint8Array(24));
    expect(structureProblem(webpOf(Array(100_000).fill(frame)), 'webp')).toBe('too_many_frames');
    expect(structureProblem(webpOf(Array(1_000).fill(frame)), 'webp')).toBeUndefined();
  });
});

describe('a JPEG', () => {
  const start = Uint8Array.of(0xff, 0xd8);

  it('with many starts of image gets its orientation once', () => {
    const exif = jpegSegment(0xe1, concatBytes([latin('Exif\0\0'), orientationExif(6)]));
    const jpeg = concatBytes([start, exif, ...Array(50_000).fill(start)]);
    const stripped = stripPicture(jpeg, 'jpeg', inflate);
    expect(stripped.ok && bytesOf(stripped.parts)).toBeLessThan(jpeg.length + 64);
  });

  it('with more scans than any writer makes is refused before decoding', () => {
    const scan = jpegSegment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0));
    const of = (scans: number) => concatBytes([start, ...Array(scans).fill(scan)]);
    expect(structureProblem(of(100), 'jpeg')).toBeUndefined();
    expect(structureProblem(of(101), 'jpeg')).toBe('corrupt_file');
  });

  it('whose profile names the same colours over and over keeps none of it', () => {
    const tags = 200;
    const profile = emptyProfile(132 + tags * 12 + 40_000);
    const view = new DataView(profile.buffer);
    view.setUint32(128, tags);
    for (let i = 0; i < tags; i++) {
      profile.set(latin('A2B0'), 132 + i * 12);
      view.setUint32(136 + i * 12, 132 + tags * 12);
      view.setUint32(140 + i * 12, 40_000);
    }
    profile.set(latin('mft2'), 132 + tags * 12);
    const segment = jpegSegment(0xe2, concatBytes([latin('ICC_PROFILE\0'), Uint8Array.of(1, 1), profile]));
    const stripped = stripPicture(concatBytes([start, segment]), 'jpeg', inflate);
    expect(stripped.ok && bytesOf(stripped.parts)).toBe(4);
  });
});

describe('a JPEG', () => {
  it.each([
    ['a number of lines', jpegSegment(0xdc, latin('abPLANTED'))],
    ['a segment kept for extensions', jpegSegment(0xf3, latin('PLANTED'))],
    ['a reserved segment', jpegSegment(0x05, latin('PLANTED'))],
  ])('keeps nothing behind %s', (_name, segment) => {
    const picture = concatBytes([Uint8Array.of(0xff, 0xd8), segment, Uint8Array.of(0xff, 0xd9)]);
    const stripped = stripPicture(picture, 'jpeg', inflate);
    if (!stripped.ok) throw new Error(stripped.problem);
    expect(String.fromCharCode(...concatBytes(stripped.parts))).not.toContain('PLANTED');
  });
});

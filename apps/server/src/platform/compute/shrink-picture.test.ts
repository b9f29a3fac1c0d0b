import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodePng } from './encode-png.ts';
import { shrinkPicture } from './shrink-picture.ts';

const plane = (width: number, height: number) => ({ width, height, data: new Uint8Array(width * height) });

describe('a small picture', () => {
  it('fits into the square and keeps its proportion', async () => {
    const bytes = await encodePng(plane(1200, 600));
    const small = await sharp(await shrinkPicture({ bytes, maxSide: 400 })).metadata();
    expect([small.format, small.width, small.height]).toEqual(['png', 400, 200]);
  });

  it('is not larger than what it was made of', async () => {
    const bytes = await encodePng(plane(30, 20));
    const small = await sharp(await shrinkPicture({ bytes, maxSide: 400 })).metadata();
    expect([small.width, small.height]).toEqual([30, 20]);
  });

  it('stays gray where the picture is', async () => {
    const image = { ...plane(800, 800), data: new Uint8Array(640_000).fill(77) };
    const small = sharp(await shrinkPicture({ bytes: await encodePng(image), maxSide: 400 }));
    const { data } = await small.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBe(77);
  });
});

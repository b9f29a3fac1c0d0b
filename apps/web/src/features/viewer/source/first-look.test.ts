import { describe, expect, it } from 'vitest';
import { firstLook, fittedMatrix } from './first-look.ts';
import type { Picture } from './picture.ts';

const grey = (width: number, height: number, values: number[], window = { centre: 128, width: 256 }) =>
  ({
    id: 'a',
    kind: 'grey',
    width,
    height,
    samples: Uint16Array.from(values),
    window,
    unit: '',
  }) satisfies Picture;

const lightness = ({ rgba }: { rgba: Uint8ClampedArray }) => [...rgba].filter((_, at) => at % 4 === 0);

describe('the first look at a picture', () => {
  it('shows samples in their window, and what lies outside of it black or white', () => {
    const look = firstLook(grey(2, 2, [0, 50, 200, 4095], { centre: 100.5, width: 201 }), {
      width: 9,
      height: 9,
    });
    expect([look.width, look.height]).toEqual([2, 2]);
    expect(lightness(look)).toEqual([0, 64, 255, 255]);
    expect([...look.rgba].filter((_, at) => at % 4 === 3)).toEqual([255, 255, 255, 255]);
  });

  it('is as large as fits, the mean of what a pixel stands for', () => {
    const values = Array.from({ length: 6 * 4 }, (_, at) => ((at % 6) + Math.floor(at / 6)) % 2 && 255);
    const look = firstLook(grey(6, 4, values, { centre: 128, width: 256 }), { width: 3, height: 30 });
    expect([look.width, look.height]).toEqual([3, 2]);
    for (const value of lightness(look)) expect(value).toBeCloseTo(128, -0.5);
  });

  it('keeps colours apart', () => {
    const samples = Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]);
    const look = firstLook(
      { id: 'a', kind: 'colour', width: 4, height: 1, samples },
      { width: 2, height: 2 },
    );
    expect([...look.rgba]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
  });

  it('stands in the middle, whole', () => {
    expect(fittedMatrix({ width: 100, height: 50 }, { width: 400, height: 400 })).toEqual([
      4, 0, 0, 4, 0, 100,
    ]);
    expect(fittedMatrix({ width: 300, height: 600 }, { width: 400, height: 300 })).toEqual([
      0.5, 0, 0, 0.5, 125, 0,
    ]);
  });
});

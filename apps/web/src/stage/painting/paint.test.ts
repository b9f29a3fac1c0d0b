import { applyWindow } from '@second-read/core/pixels/color/apply-window';
import { describe, expect, it } from 'vitest';
import type { GreyPicture, Picture } from '../source/picture.ts';
import { reduced, shade } from './paint.ts';

const gray = (width: number, samples: Int16Array): GreyPicture => ({
  kind: 'grey',
  unit: 'HU',
  ...{ id: 'p', width, height: samples.length / width, samples },
  window: { centre: 40, width: 80 },
});
const reds = (rgba: Uint8ClampedArray) => [...rgba].filter((_, at) => at % 4 === 0);

describe('an image as it is shown', () => {
  it.each([
    { centre: 40, width: 80 },
    { centre: -600, width: 1500 },
    { centre: 600, width: 2800 },
    { centre: 40.5, width: 1 },
  ])('is that of the window function of the server: $centre, $width', (window) => {
    const samples = Int16Array.from({ length: 4096 }, (_, at) => at - 1024);
    const picture = gray(64, samples);
    const [min, max] = [window.centre - window.width / 2, window.centre + window.width / 2];
    const expected = applyWindow({ width: 64, height: 64, data: Float32Array.from(samples) }, { min, max });
    const shown = shade(picture, { window, isInverted: false });
    const apart = reds(shown).map((value, at) => Math.abs(value - (expected.data[at] ?? 0)));
    // The server multiplies in another order: halves may round the other way.
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    expect(apart.filter((each) => each > 0).length).toBeLessThan(10);
    const inverted = shade(picture, { window, isInverted: true });
    expect(reds(inverted)).toEqual(reds(shown).map((value) => 255 - value));
  });

  it('is a part of it where no more is seen', () => {
    const picture = gray(
      4,
      Int16Array.from({ length: 16 }, (_, at) => at * 5),
    );
    const part = reduced(picture, 1, { x: 1, y: 2, width: 2, height: 1 });
    expect(reds(shade(part, { window: picture.window, isInverted: false }))).toEqual([143, 159]);
  });

  it('has its colors, or their complements', () => {
    const picture: Picture = {
      id: 'p',
      kind: 'colour',
      width: 1,
      height: 1,
      samples: Uint8Array.of(1, 2, 3),
    };
    expect([...shade(picture, { window: null, isInverted: false })]).toEqual([1, 2, 3, 255]);
    const inverted = shade(picture, { window: null, isInverted: true });
    expect([...inverted]).toEqual([254, 253, 252, 255]);
  });

  it('is smaller by the mean of what each pixel covers, with the samples of its kind', () => {
    const level = reduced(gray(4, Int16Array.of(0, 2, -4, 8, 4, 2, -8, 0)), 2, {
      x: 0,
      y: 0,
      width: 2,
      height: 1,
    });
    expect(level).toMatchObject({ width: 2, height: 1 });
    expect(level.samples).toEqual(Int16Array.of(2, -1));
    const color: Picture = {
      kind: 'colour',
      ...{ id: 'p', width: 2, height: 1 },
      samples: Uint8Array.of(0, 10, 20, 2, 20, 40),
    };
    expect(reduced(color, 2, { x: 0, y: 0, width: 1, height: 1 }).samples).toEqual(Uint8Array.of(1, 15, 30));
  });

  it('has the same pixels in a part as in the whole, however much smaller it is', () => {
    const picture = gray(
      50,
      Int16Array.from({ length: 50 * 40 }, (_, at) => (at * 7919) % 1009),
    );
    const whole = reduced(picture, 3, { x: 0, y: 0, width: 17, height: 13 });
    const part = reduced(picture, 3, { x: 5, y: 4, width: 6, height: 3 });
    const rows = [4, 5, 6].flatMap((y) => [...whole.samples.slice(y * 17 + 5, y * 17 + 11)]);
    expect([...part.samples]).toEqual(rows);
  });
});

import type { RgbImage } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { canvasOf, layOver } from './canvas.ts';
import { closerCrop, wholeCrop } from './square-crop.ts';
import { mirrored, viewInput } from './view-input.ts';

/**
 * Smooth colours over 528 x 352: the picture that `training/cervix/network/views.py` was given for the
 * figures below.
 */
function slopes(): RgbImage {
  const [width, height] = [528, 352];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = [
        40 + (200 * x) / width,
        30 + (180 * y) / height,
        20 + (90 * (x + y)) / (width + height),
      ];
      data.set(colour.map(Math.floor), (y * width + x) * 3);
    }
  }
  return { width, height, data };
}

const side = 96;
const canvas = canvasOf(slopes());
const value = (view: Float32Array, plane: number, y: number, x: number) =>
  view[(plane * side + y) * side + x] ?? Number.NaN;

describe('a view of the canvas', () => {
  it('is what the training code makes of the same picture, whole', () => {
    const view = viewInput(canvas, wholeCrop, side);
    expect(value(view, 0, 48, 48)).toBeCloseTo(0.0105, 2);
    expect(value(view, 1, 20, 70)).toBeCloseTo(-0.6684, 2);
    expect(value(view, 1, 60, 30)).toBeCloseTo(0.2046, 2);
  });

  it('is what the training code makes of the same picture, closer', () => {
    const view = viewInput(canvas, { x: 0.2, y: -0.1, half: 0.6 }, side);
    expect(value(view, 0, 48, 48)).toBeCloseTo(0.0696, 2);
    expect(value(view, 1, 20, 70)).toBeCloseTo(-0.5144, 2);
    expect(value(view, 2, 80, 10)).toBeCloseTo(-0.3231, 2);
    expect(value(view, 1, 60, 30)).toBeCloseTo(0.0312, 2);
  });

  it('is 0 above and below a wide picture', () => {
    const view = viewInput(canvas, wholeCrop, side);
    for (const y of [2, 80]) for (const plane of [0, 1, 2]) expect(value(view, plane, y, 50)).toBe(0);
  });

  it('turns round in the mirror', () => {
    expect([...mirrored(Float32Array.of(1, 2, 3, 4), 2)]).toEqual([2, 1, 4, 3]);
  });
});

describe('the closer view', () => {
  const map = (inside: (x: number, y: number) => boolean) => {
    const data = new Float32Array(64).map((_, i) => (inside(i % 8, Math.floor(i / 8)) ? 0.9 : 0.1));
    return { width: 8, height: 8, data };
  };

  it('is centred on the outlined cervix and a quarter longer', () => {
    const place = closerCrop(map((x, y) => x >= 4 && x < 8 && y >= 2 && y < 4));
    expect(place).toEqual({ x: 0.5, y: -0.25, half: 0.625 });
  });

  it('is the whole picture where no cervix is outlined, and never more than it', () => {
    expect(closerCrop(map(() => false))).toEqual(wholeCrop);
    expect(closerCrop(map(() => true)).half).toBe(1);
  });

  it('lies over the photograph where it was cut from it', () => {
    const place = { x: 0.5, y: 0, half: 0.5 };
    const ones = { width: 4, height: 4, data: new Float32Array(16).fill(1) };
    const laid = layOver(ones, place, { canvas, width: 8, height: 4 });
    expect([...laid.data.subarray(8, 16)]).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });
});

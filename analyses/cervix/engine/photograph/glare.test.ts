import type { RgbImage } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { fillGlare, findGlare } from './glare.ts';

type Colour = readonly [number, number, number];

function picture(paint: (x: number, y: number) => Colour): RgbImage {
  const data = new Uint8Array(200 * 150 * 3);
  for (let i = 0; i < 200 * 150; i++) data.set(paint(i % 200, Math.floor(i / 200)), i * 3);
  return { width: 200, height: 150, data };
}
const pink: Colour = [200, 110, 110];
const spot = (x: number, y: number): boolean => Math.hypot(x - 100, y - 75) <= 2;

describe('reflections', () => {
  it('are found as small white spots on tissue', () => {
    const glare = findGlare(picture((x, y) => (spot(x, y) ? [255, 255, 255] : pink)));
    expect(glare.data[75 * 200 + 100]).toBe(1);
    expect(glare.data[20 * 200 + 20]).toBe(0);
    expect(area(glare)).toBeLessThan(70);
  });

  it('are not a wide pale area, which may be acetowhite', () => {
    const pale = picture((x, y) => (Math.hypot(x - 100, y - 75) < 40 ? [225, 205, 200] : pink));
    expect(area(findGlare(pale))).toBe(0);
  });

  it('are filled with the colour of the tissue around them', () => {
    const image = picture((x, y) => (spot(x, y) ? [255, 255, 255] : pink));
    const filled = fillGlare(image, findGlare(image));
    expect([...filled.data.subarray((75 * 200 + 100) * 3, (75 * 200 + 100) * 3 + 3)]).toEqual([
      200, 110, 110,
    ]);
    expect(filled.data[0]).toBe(200);
  });

  it('leave a picture without any as it is', () => {
    const image = picture(() => pink);
    expect(fillGlare(image, findGlare(image))).toBe(image);
  });
});

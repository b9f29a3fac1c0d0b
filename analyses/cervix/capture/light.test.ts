import type { RgbImage } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { qualityProblem } from '../engine/accept.ts';
import { measureLight } from './light.ts';

/** Ten by ten pixels, of which the middle counts six by six: columns 2 to 7. */
function picture(colourAt: (x: number, y: number) => readonly [number, number, number]): RgbImage {
  const data = new Uint8Array(300);
  for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++) data.set(colourAt(x, y), 3 * (y * 10 + x));
  return { width: 10, height: 10, data };
}

const pink = [200, 120, 130] as const;
const brown = [110, 60, 20] as const;
const good = { sharpness: 1, brightness: 120, ...measureLight(picture(() => pink)) };

describe('the light of a photograph', () => {
  it('counts brown tissue of the middle only', () => {
    expect(measureLight(picture((x) => (x < 2 || x > 7 ? brown : pink))).iodineShare).toBe(0);
    expect(measureLight(picture((x) => (x < 5 ? brown : pink))).iodineShare).toBe(0.5);
  });

  it('leaves black rims and reflections out of the colors, and counts what is burnt out', () => {
    const measures = measureLight(picture((x) => (x < 4 ? [0, 0, 0] : x < 6 ? [255, 255, 255] : brown)));
    expect(measures.iodineShare).toBe(1);
    expect(measures.burntShare).toBeCloseTo(1 / 3);
  });

  it('sees green light and a lack of color', () => {
    expect(measureLight(picture(() => [59, 119, 40])).greenness).toBe(2);
    expect(measureLight(picture(() => [90, 90, 90])).saturation).toBe(0);
    expect(measureLight(picture(() => pink)).saturation).toBeCloseTo(0.4);
  });

  it("finds nothing wrong with a black picture's color", () => {
    expect(measureLight(picture(() => [0, 0, 0]))).toMatchObject({
      iodineShare: 0,
      greenness: 1,
      saturation: 1,
    });
  });
});

describe('the advice on a photograph', () => {
  it.each([
    [{}, null],
    [{ brightness: 5 }, /too dark: add light/],
    [{ brightness: 252 }, /overexposed: dim the light/],
    [{ burntShare: 0.5 }, /Glare covers much of the picture: tilt the lamp/],
    [{ saturation: 0.01 }, /no color.*upload the color photograph/],
    [{ greenness: 2 }, /green filter.*upload the picture in white light/],
    [{ iodineShare: 0.6 }, /Lugol's iodine.*upload the picture after acetic acid/],
    [{ sharpness: 0.01 }, /out of focus: repeat/],
  ])('for %o', (change, message) => {
    const problem = qualityProblem({ ...good, ...change });
    if (message === null) expect(problem).toBeNull();
    else expect(problem).toMatch(message);
  });
});

import { rgbToLab } from '@second-read/core/pixels/color/rgb-to-lab';
import { type Mask, mask, type RgbImage } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { lesionPlace } from '../segment/quadrants.ts';
import type { Regions } from '../segment/segment.ts';
import { measureColour } from '../segment/tissue-colour.ts';
import { swedeParts } from './swede.ts';

const side = 120;
const region = (inside: (x: number, y: number) => boolean): Mask => {
  const out = mask(side, side);
  for (let i = 0; i < out.data.length; i++) out.data[i] = inside(i % side, Math.floor(i / side)) ? 1 : 0;
  return out;
};
const cervix = region((x, y) => Math.hypot(x - 60, y - 60) < 50);
const nothing = mask(side, side);

function regionsWith(lesion: Mask): Regions {
  const share = lesion.data.reduce((sum, v) => sum + v, 0) / cervix.data.reduce((sum, v) => sum + v, 0);
  return { cervix, lesion, junction: nothing, junctionSurer: nothing, lesionPeak: 0.9, lesionShare: share };
}

/** A pink cervix with the lesion pasted in a given colour. */
function photograph(lesion: Mask, white: readonly number[]): RgbImage {
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) data.set(lesion.data[i] === 1 ? white : [190, 105, 105], i * 3);
  return { width: side, height: side, data };
}

const patch = region((x, y) => Math.hypot(x - 80, y - 40) < 14);
const measured = (
  lesion: Mask,
  white: readonly number[],
  { presence = 0.9, millimetresPerPixel = null as number | null } = {},
) => {
  const regions = regionsWith(lesion);
  const colour = measureColour(rgbToLab(photograph(lesion, white)), regions, nothing);
  return swedeParts(regions, colour, { presence, reported: presence >= 0.5, millimetresPerPixel });
};

describe('the Swede parts of one photograph', () => {
  it('score a stearin-white sharp round patch 2 for whiteness and 2 for margin', () => {
    const parts = measured(patch, [235, 220, 215]);
    expect(parts).toMatchObject({ acetowhiteness: 2, margin: 2 });
    expect(parts.expectedAcetowhite).toBeGreaterThan(1.7);
  });

  it('score a faint patch 1 for whiteness', () => {
    const parts = measured(patch, [197, 122, 120]);
    expect(parts.acetowhiteness).toBe(1);
    expect(parts.expectedAcetowhite).toBeLessThan(1.4);
  });

  it('are not scored without a lesion', () => {
    expect(measured(nothing, [0, 0, 0], { presence: 0.2 })).toMatchObject({
      acetowhiteness: null,
      margin: null,
      size: null,
    });
  });

  it('count a quadrant from 15 % of its cervix on, and over half of the cervix as three at least', () => {
    const quadrants = (lesion: Mask) => lesionPlace(regionsWith(lesion)).quadrants;
    const disc = (radius: number) => (x: number, y: number) => Math.hypot(x - 60, y - 60) < radius;
    const upper = region((x, y) => disc(40)(x, y) && y < 60);
    expect(quadrants(upper)).toBe(2);
    expect(quadrants(region((x, y) => disc(40)(x, y) && y < 66))).toBe(2);
    expect(quadrants(region((x, y) => Math.hypot(x - 80, y - 40) < 4))).toBe(1);
    // A ring around the os of an eighth of the cervix, and of a quarter.
    expect(quadrants(region((x, y) => disc(25)(x, y) && !disc(18)(x, y)))).toBe(1);
    expect(quadrants(region(disc(25)))).toBe(4);
    expect(quadrants(region((x, y) => disc(50)(x, y) && y < 63))).toBe(3);
    expect(quadrants(nothing)).toBe(0);
  });

  it.each([
    ['above', (x: number, y: number) => y < 60 - Math.abs(x - 60), { from: 11, to: 1 }],
    ['below', (x: number, y: number) => y > 60 + 2 * Math.abs(x - 60), { from: 5, to: 7 }],
    ['to its right', (x: number, y: number) => x > 60 + 4 * Math.abs(y - 60), { from: 3, to: 3 }],
    ['all around', () => true, { from: 1, to: 12 }],
    ['above and below', (x: number, y: number) => Math.abs(x - 60) < Math.abs(y - 60) / 2, null],
  ])('give the hours of a lesion %s the os', (_where, isWithin, clock) => {
    const lesion = region((x, y) => cervix.data[y * side + x] === 1 && isWithin(x, y));
    expect(lesionPlace(regionsWith(lesion)).clock).toEqual(clock);
  });

  it('score the size by quadrants', () => {
    const half = region((x, y) => Math.hypot(x - 60, y - 60) < 40 && y < 60);
    expect(measured(half, [235, 220, 215])).toMatchObject({ place: { quadrants: 2 }, size: 1 });
    const ring = region((x, y) => Math.hypot(x - 60, y - 60) < 35);
    expect(measured(ring, [235, 220, 215])).toMatchObject({ place: { quadrants: 4 }, size: 2 });
  });

  it('score the size by millimetres where the file gives them', () => {
    const white = [235, 220, 215];
    // The patch is 28 pixels across.
    const at = (millimetresPerPixel: number) => measured(patch, white, { millimetresPerPixel });
    expect(at(0.1)).toMatchObject({ size: 0 });
    expect(at(0.4)).toMatchObject({ size: 1 });
    expect(at(1).size).toBe(2);
    expect(Math.abs((at(1).diameterMm ?? 0) - 28)).toBeLessThan(1.5);
    expect(measured(patch, white).diameterMm).toBeNull();
  });
});

describe('a pasted acetowhite area', () => {
  it('is whiter than its surroundings by the difference that was pasted', () => {
    const regions = regionsWith(patch);
    const colour = measureColour(rgbToLab(photograph(patch, [235, 220, 215])), regions, nothing);
    // L* - a* of (235, 220, 215) is 83.2, of (190, 105, 105) 20.1, by CIE formulae.
    expect(Math.abs(colour.whiteness - 63)).toBeLessThan(2);
  });
});

import { rgbToLab } from '@second-read/core/pixels/color/rgb-to-lab';
import { type Mask, mask, type RgbImage } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { lesionQuadrants } from '../segment/quadrants.ts';
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

  it('count a quadrant from a tenth of the lesion, so that a narrow ring around the os takes all four', () => {
    const half = region((x, y) => Math.hypot(x - 60, y - 60) < 40 && y < 60);
    const spill = region(
      (x, y) => half.data[y * side + x] === 1 || (y < 66 && Math.hypot(x - 60, y - 60) < 40),
    );
    expect(lesionQuadrants(regionsWith(half))).toBe(2);
    expect(lesionQuadrants(regionsWith(spill))).toBe(2);
    expect(lesionQuadrants(regionsWith(region((x, y) => Math.hypot(x - 80, y - 40) < 4)))).toBe(1);
    const ring = region((x, y) => Math.abs(Math.hypot(x - 60, y - 60) - 12) < 4);
    expect(lesionQuadrants(regionsWith(ring))).toBe(4);
    expect(lesionQuadrants(regionsWith(nothing))).toBe(0);
  });

  it('score the size by quadrants', () => {
    expect(lesionQuadrants(regionsWith(patch))).toBe(1);
    const half = region((x, y) => Math.hypot(x - 60, y - 60) < 40 && y < 60);
    expect(lesionQuadrants(regionsWith(half))).toBe(2);
    expect(measured(half, [235, 220, 215]).size).toBe(1);
    const ring = region((x, y) => Math.hypot(x - 60, y - 60) < 35);
    expect(measured(ring, [235, 220, 215])).toMatchObject({ quadrants: 4, size: 2 });
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

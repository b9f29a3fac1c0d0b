import { type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { framingOf, lightRatioOf } from './framing.ts';

const side = 100;
/** A round cervix in a picture of 100 by 100 pixels. */
function cervixAt(centre: number, radius: number): Mask {
  const out = mask(side, side);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = Math.hypot((i % side) - centre, Math.floor(i / side) - 50) < radius ? 1 : 0;
  return out;
}

it('compares the light of the bright and the dark parts of the cervix', () => {
  const cervix = cervixAt(50, 38);
  const lit = (left: number, right: number) => {
    const data = new Uint8Array(3 * side * side);
    for (let i = 0; i < side * side; i++) data.fill(i % side < 50 ? left : right, 3 * i, 3 * i + 3);
    return lightRatioOf({ width: side, height: side, data }, cervix);
  };
  expect(lit(120, 120)).toBeCloseTo(1, 2);
  expect(lit(40, 200)).toBeCloseTo(5, 0);
  expect(
    lightRatioOf({ width: side, height: side, data: new Uint8Array(3 * side * side) }, mask(side, side)),
  ).toBe(1);
});

describe('how the cervix is framed', () => {
  it('is as usual for a cervix of usual size in the middle, and nothing where none was outlined', () => {
    expect(framingOf(cervixAt(50, 38))).toBe('usual');
    expect(framingOf(mask(side, side))).toBeNull();
  });

  // The disc takes 45 % of the picture; at half and two fifths of its width 11 and 7 %.
  it.each([
    [19, 'usual'],
    [15, 'small'],
  ])('with a radius of %i', (radius, framing) => {
    expect(framingOf(cervixAt(50, radius))).toBe(framing);
  });

  // Cut along a tenth of its width, the usual tangent of a colposcope, and through its middle.
  it.each([
    [30, 'usual'],
    [0, 'cut_off'],
  ])('with its center %i pixels from the left side', (centre, framing) => {
    expect(framingOf(cervixAt(centre, 38))).toBe(framing);
  });

  it('is cut off where the outline ends a pixel short of the border', () => {
    const { width, height, data } = cervixAt(0, 38);
    const short = { width, height, data: data.map((value, i) => (i % width === 0 ? 0 : value)) };
    expect(framingOf(short)).toBe('cut_off');
  });
});

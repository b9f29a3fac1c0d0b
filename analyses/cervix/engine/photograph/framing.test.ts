import { type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { framingAdvice } from './framing.ts';

const side = 100;
/** A round cervix in a picture of 100 by 100 pixels. */
function cervixAt(centre: number, radius: number): Mask {
  const out = mask(side, side);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = Math.hypot((i % side) - centre, Math.floor(i / side) - 50) < radius ? 1 : 0;
  return out;
}

describe('the advice on how the cervix is framed', () => {
  it('is none for a cervix of usual size in the middle, nor where none was outlined', () => {
    expect(framingAdvice(cervixAt(50, 38))).toBeNull();
    expect(framingAdvice(mask(side, side))).toBeNull();
  });

  // The disc takes 45 % of the picture; at half and two fifths of its width 11 and 7 %.
  it.each([
    [19, null],
    [15, /small in the picture; move closer/],
  ])('with a radius of %i', (radius, advice) => {
    const given = framingAdvice(cervixAt(50, radius));
    if (advice === null) expect(given).toBeNull();
    else expect(given).toMatch(advice);
  });

  // Cut along a tenth of its width, the usual tangent of a colposcope, and through its middle.
  it.each([
    [30, null],
    [0, /cut off by the border/],
  ])('with its center %i pixels from the left side', (centre, advice) => {
    const given = framingAdvice(cervixAt(centre, 38));
    if (advice === null) expect(given).toBeNull();
    else expect(given).toMatch(advice);
  });
});

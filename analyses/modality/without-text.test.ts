import type { Infer } from '@second-read/core/analysis/engine';
import { drawLetters } from '@second-read/core/burned-in-text/draw-letters.test-support';
import type { GreyPlane, RgbImage } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { greyStudy, painted } from '../study.test-support.ts';
import { acceptModality } from './gate.ts';
import { withoutText } from './without-text.ts';

const side = 400;
const text = { x: 10, y: 10, scale: 2, value: 255 };

/** A bright disc on dark grain. */
function disc(): GreyPlane {
  let state = 7;
  return painted(side, side, (x, y) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const distance = Math.hypot(x / side - 0.5, y / side - 0.5);
    return (distance < 0.38 ? 110 + 60 * Math.cos(distance * 9) : 6) + (state >>> 28);
  });
}

function named(): GreyPlane {
  const plane = disc();
  drawLetters(plane, 'MUSTER JAN', text);
  return plane;
}

/** The brightest of the corner in which the text is. */
const corner = ({ data, width }: { data: ArrayLike<number>; width: number }, channels = 1) => {
  let most = 0;
  for (let y = 0; y < 40; y++)
    for (let i = y * width * channels; i < (y * width + 140) * channels; i++)
      most = Math.max(most, data[i] ?? 0);
  return most;
};

describe('text before the gate', () => {
  it('is painted over in what surrounds it, in gray and in color', () => {
    const plane = named();
    expect(corner(withoutText(greyStudy(plane))?.grey ?? plane)).toBeLessThan(60);
    const colour: RgbImage = {
      ...{ width: side, height: side },
      data: Uint8Array.from({ length: 3 * side * side }, (_, i) => plane.data[Math.floor(i / 3)] ?? 0),
    };
    expect(corner(withoutText(greyStudy(plane, { colour }))?.colour ?? colour, 3)).toBeLessThan(60);
    expect(plane.data).toEqual(named().data);
    expect(withoutText(greyStudy(disc()))).toBeUndefined();
  });

  it('helps no image past it', async () => {
    // A network that takes bright corners for a chest.
    const infer: Infer = async (_, { planes }) => {
      const bright = Math.max(...(planes?.data ?? []).slice(0, 160 * 14)) > 0.2;
      const one = bright ? [0, 0, 1, 0, 0] : [0, 0, 0, 0, 1];
      const levels = { data: Float32Array.from([1, 1]), dims: [2, 1] };
      return {
        probabilities: { data: Float32Array.from([...one, ...one]), dims: [2, 5] },
        lung_level: levels,
      };
    };
    const words = { wanted: 'a chest CT slice' };
    const study = greyStudy(named());
    expect(await acceptModality(study, { infer }, 'chestCt', words)).toMatchObject({ accepted: false });
  });
});

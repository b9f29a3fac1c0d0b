import { rgbToLab } from '@second-read/core/pixels/color/rgb-to-lab';
import { mask } from '@second-read/core/pixels/plane';
import { expect, it } from 'vitest';
import { redShares } from './red-tissue.ts';

const side = 100;
const within = (left: number, right: number) => {
  const out = mask(side, side);
  for (let i = 0; i < out.data.length; i++) out.data[i] = i % side >= left && i % side < right ? 1 : 0;
  return out;
};
/** Pink tissue, white from column 40 to 60, and a third color from 60 to 80. */
function shareWith(color: readonly number[], lesion = within(40, 80)) {
  const data = new Uint8Array(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const x = i % side;
    data.set(x >= 40 && x < 60 ? [235, 215, 210] : x >= 60 && x < 80 ? color : [200, 125, 125], 3 * i);
  }
  return redShares(
    { cervix: within(0, 100), lesion, junction: within(70, 90) },
    rgbToLab({ width: side, height: side, data }),
  );
}

it('counts blood and red tissue within a lesion', () => {
  expect(shareWith([150, 20, 25]).lesion).toBeCloseTo(0.5, 2);
});

it('counts neither what is faintly white nor what is as pink as the rest', () => {
  expect(shareWith([205, 135, 135])).toEqual({ lesion: 0, cervix: 0, os: 0 });
  expect(shareWith([200, 125, 125])).toEqual({ lesion: 0, cervix: 0, os: 0 });
});

it('counts what lies outside of a lesion for the cervix alone', () => {
  expect(shareWith([150, 20, 25], within(10, 30)).lesion).toBe(0);
  const none = shareWith([150, 20, 25], mask(side, side));
  expect(none.lesion).toBe(0);
  expect(none.cervix).toBeCloseTo(0.2, 2);
  // Half of it within the canal.
  expect(none.os).toBeCloseTo(0.1, 2);
});

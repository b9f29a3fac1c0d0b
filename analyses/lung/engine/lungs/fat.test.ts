import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { findAir } from './air.ts';
import { fatOf } from './fat.ts';
import { measureLevels } from './levels.ts';
import { withSeenLung } from './lung-parts.ts';

const side = 256;
const within = (x: number, y: number, cx: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - 128) / ry) ** 2 <= 1;

/** A chest with a rim of fat, in a window; a little noise, as it has. */
function shown(black: number, white: number): GreyPlane {
  const plane = greyPlane(side, side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isLung = within(x, y, 85, 30, 50) || within(x, y, 171, 30, 50);
      const tissue = within(x, y, 128, 90, 70) ? 50 : -100;
      const hu = isLung ? -850 : within(x, y, 128, 112, 92) ? tissue : -1000;
      const noise = ((x * 31 + y * 17) % 21) - 10;
      plane.data[y * side + x] = Math.min(255, Math.max(0, ((hu + noise - black) / (white - black)) * 255));
    }
  return plane;
}

describe('fat', () => {
  const plane = shown(-160, 240);
  const levels = measureLevels(plane, 'relative');
  const air = findAir(plane, levels.threshold);

  it('is told from muscle and lung in a window that shows air and lungs black', () => {
    expect(levels.isAirBlack).toBe(true);
    const fat = fatOf(plane, air);
    const at = (x: number, y: number) => fat.data[y * side + x];
    expect([at(28, 128), at(128, 128), at(85, 128), at(2, 2)]).toEqual([1, 0, 0, 0]);
  });

  it('is looked for in no lung window', () => {
    expect(measureLevels(shown(-1350, 150), 'relative').isAirBlack).toBe(false);
  });

  it('is no lung, whatever the network takes it for', () => {
    const seen = greyPlane(side, side);
    for (let i = 0; i < seen.data.length; i++) seen.data[i] = (air.body.data[i] ?? 0) * 0.9;
    const fat = fatOf(plane, air);
    const at = (lung: { data: Uint8Array }) => [lung.data[128 * side + 27], lung.data[128 * side + 85]];
    expect(at(withSeenLung(air.inside, seen, fat))).toEqual([0, 1]);
    expect(at(withSeenLung(air.inside, seen))).toEqual([1, 1]);
  });
});

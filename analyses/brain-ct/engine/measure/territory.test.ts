import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { canvasSide } from '../head/upright-head.ts';
import { againstOtherSide } from './territory.ts';

const middle = (canvasSide - 1) / 2;
const nothing = mask(canvasSide, canvasSide);

/** An oval of brain at 34 HU with noise of known seed; an area of it on the larger side is lower. */
function brain({ drop, noise, radius }: { drop: number; noise: number; radius: number }) {
  const inside = mask(canvasSide, canvasSide);
  let state = 11;
  const hu = painted(canvasSide, canvasSide, (x, y) => {
    if (Math.hypot((x - middle) / 90, (y - middle) / 110) < 1) inside.data[y * canvasSide + x] = 1;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const isLow = Math.hypot(x - 175, y - 110) < radius;
    return 34 + (state / 2 ** 32 - 0.5) * 2 * noise - (isLow ? drop : 0);
  });
  return { hu, inside };
}
const at = (plane: { data: Float32Array }, x: number, y: number) => plane.data[y * canvasSide + x] ?? 0;

describe('a territory against the other side', () => {
  it('is lower by what it was darkened, below the noise of single places, and the other side higher', () => {
    const { hu, inside } = brain({ drop: 3, noise: 10, radius: 34 });
    const difference = againstOtherSide(hu, { intracranial: inside, left: nothing });
    expect(at(difference, 175, 110)).toBeGreaterThan(-3.6);
    expect(at(difference, 175, 110)).toBeLessThan(-2.2);
    expect(at(difference, 255 - 175, 110)).toBeGreaterThan(2.2);
  });

  it('is as dense as the other side where nothing was darkened', () => {
    const { hu, inside } = brain({ drop: 0, noise: 10, radius: 34 });
    const difference = againstOtherSide(hu, { intracranial: inside, left: nothing });
    const most = difference.data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    expect(most).toBeLessThan(1);
  });

  it('is not compared at the skull, in what is left out, or where the other side shows no tissue', () => {
    const { hu, inside } = brain({ drop: 0, noise: 0, radius: 0 });
    const left = { ...nothing, data: Uint8Array.from(nothing.data) };
    for (let y = 90; y < 130; y++) left.data.fill(1, y * canvasSide + 150, y * canvasSide + 200);
    const lower = { ...hu, data: hu.data.map((value, i) => (i % canvasSide > middle ? value - 8 : value)) };
    const difference = againstOtherSide(lower, { intracranial: inside, left });
    expect(at(difference, 175, 110)).toBe(0);
    expect(at(difference, 255 - 175, 110)).toBe(0);
    expect(at(difference, Math.round(middle + 88), 127)).toBe(0);
    expect(at(difference, 175, 160)).toBeCloseTo(-8, 1);
  });
});

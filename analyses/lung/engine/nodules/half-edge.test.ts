import { area } from '@second-read/core/pixels/regions/mask-logic';
import { expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { withinHalfEdge } from './half-edge.ts';

const round = (r: number) => {
  const { data } = painted(64, 64, (x, y) => (Math.hypot(x - 32, y - 32) <= r ? 1 : 0));
  return { width: 64, height: 64, data: Uint8Array.from(data) };
};
/** A ball of 1 in lung of 0.05, its edge 2 pixels wide about `r`; a wall of 1 on the left. */
const lung = (r: number, wallTo = 0) =>
  painted(64, 64, (x, y) => {
    if (x < wallTo) return 1;
    const share = Math.min(1, Math.max(0, (r + 1 - Math.hypot(x - 32, y - 32)) / 2));
    return 0.05 + 0.95 * share;
  });
const box = { x: 22, y: 22, width: 21, height: 21 };

it('an outline a pixel too wide is drawn in to the edge half way between nodule and lung', () => {
  const within = area(withinHalfEdge(lung(8), round(9.2), box).mask);
  expect(Math.abs(within / area(round(8)) - 1)).toBeLessThan(0.05);
  // Also beside the wall of the chest.
  expect(area(withinHalfEdge(lung(8, 26), round(9.2), box).mask)).toBeLessThan(1.1 * area(round(8)));
});

it('an outline that lies right, or has no lung about it, stays', () => {
  expect(area(withinHalfEdge(lung(8), round(7.5), box).mask)).toBe(area(round(7.5)));
  const soft = painted(64, 64, () => 1);
  expect(withinHalfEdge(soft, round(9), box)).toEqual({ mask: round(9), contrast: null });
});

it('a nodule that fills its slice by half stands out half as much', () => {
  const half = lung(8);
  half.data.forEach((value, i) => {
    half.data[i] = 0.05 + (value - 0.05) / 2;
  });
  const [whole, part] = [lung(8), half].map((shown) => withinHalfEdge(shown, round(9.2), box));
  expect((part?.contrast ?? 0) / (whole?.contrast ?? 1)).toBeCloseTo(0.5, 2);
  expect(area(part?.mask ?? round(0)) / area(whole?.mask ?? round(1))).toBeCloseTo(1, 1);
});

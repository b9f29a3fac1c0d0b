import { expect, it } from 'vitest';
import { polygonArea } from '../pixels/regions/polygon.ts';
import { thinned } from './thinned-outline.ts';

const circle = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    return { x: 300 + 200 * Math.cos(angle), y: 300 + 200 * Math.sin(angle) };
  });

it('keeps the shape of a drawn outline in a fraction of its vertices', () => {
  const outline = circle(2_000);
  const thin = thinned(outline);
  expect(thin.length).toBeLessThan(300);
  expect(polygonArea(thin) / polygonArea(outline)).toBeCloseTo(1, 2);
  for (const { x, y } of thin) expect(Math.hypot(x - 300, y - 300)).toBeCloseTo(200, 6);
});

it('leaves a short outline, and one without vertices to spare, as it was drawn', () => {
  const short = circle(200);
  expect(thinned(short)).toBe(short);
  const comb = Array.from({ length: 1_000 }, (_, at) => ({ x: at, y: at % 2 === 0 ? 0 : 500 }));
  expect(thinned(comb)).toBe(comb);
});

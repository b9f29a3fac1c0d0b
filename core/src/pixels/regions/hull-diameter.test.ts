import { describe, expect, it } from 'vitest';
import type { Point } from './contour.ts';
import { convexHull } from './convex-hull.ts';
import { hullDiameter } from './hull-diameter.ts';

/** The reference: every pair. */
function longestOfAll(points: readonly Point[]): number {
  let longest = 0;
  for (const a of points)
    for (const b of points) longest = Math.max(longest, Math.hypot(a.x - b.x, a.y - b.y));
  return longest;
}

/** Numbers that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('the longest line of a convex hull', () => {
  it('is that of all pairs of points', () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round++) {
      const count = 3 + Math.floor(next() * 60);
      // Whole numbers make parallel edges and ties.
      const scale = round % 2 === 0 ? 8 : 997;
      const points = Array.from({ length: count }, () => ({
        x: Math.floor(next() * scale),
        y: Math.floor(next() * scale),
      }));
      expect(hullDiameter(convexHull(points)).length).toBe(longestOfAll(points));
    }
  });

  it('goes along its axis, and of two equal ones is the first', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 4 },
      { x: 0, y: 4 },
    ];
    expect(hullDiameter(square)).toEqual({ length: 5, axis: { x: 0.6, y: 0.8 } });
    expect(hullDiameter([])).toEqual({ length: 0, axis: { x: 1, y: 0 } });
    expect(hullDiameter([{ x: 1, y: 1 }])).toEqual({ length: 0, axis: { x: 1, y: 0 } });
  });

  it('of a circle of 100,000 corners is found in going round once', () => {
    const circle = Array.from({ length: 100_000 }, (_, at) => {
      const angle = (at / 100_000) * 2 * Math.PI;
      return { x: 500 * Math.cos(angle), y: 500 * Math.sin(angle) };
    });
    expect(hullDiameter(circle).length).toBeCloseTo(1000, 6);
  });
});

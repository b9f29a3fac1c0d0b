import { describe, expect, it } from 'vitest';
import { borderLoops } from './border-loops.ts';
import { fillPolygon } from './fill-polygon.ts';
import { crossesItself } from './self-crossing.ts';
import { simplifyPolygon } from './simplify-polygon.ts';

const size = { width: 8, height: 6 };
const at = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
const circle = (count: number, radius: number, middle = 50) =>
  Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * index) / count;
    return { x: middle + radius * Math.cos(turn), y: middle + radius * Math.sin(turn) };
  });

describe('a filled polygon', () => {
  it('holds the pixels whose centers lie within', () => {
    expect(fillPolygon(at([1, 1], [4, 1], [4, 3], [1, 3]), size)).toEqual({
      box: { x: 1, y: 1, width: 3, height: 2 },
      mask: { width: 3, height: 2, data: new Uint8Array(6).fill(1) },
    });
    expect(fillPolygon(at([1.6, 1], [3.4, 1], [3.4, 2], [1.6, 2]), size)?.mask.data).toEqual(
      Uint8Array.of(0, 1, 0),
    );
  });

  it('is cut at the edge of the picture, and is none without a pixel', () => {
    expect(fillPolygon(at([-5, -5], [20, -5], [20, 20], [-5, 20]), size)?.box).toEqual({
      x: 0,
      y: 0,
      ...size,
    });
    expect(fillPolygon(at([1.1, 1.1], [1.2, 1.1], [1.2, 1.2]), size)).toBeUndefined();
    expect(fillPolygon(at([20, 20], [30, 20], [30, 30]), size)).toBeUndefined();
  });

  it('has the area of the polygon, and comes back from its border', () => {
    const filled = fillPolygon(circle(200, 30), { width: 100, height: 100 });
    const pixels = filled?.mask.data.reduce((sum, value) => sum + value, 0) ?? 0;
    expect(Math.abs(pixels - Math.PI * 900)).toBeLessThan(15);
    const [loop = []] = filled ? borderLoops(filled.mask, 1) : [];
    const moved = loop.map(({ x, y }) => ({ x: x + (filled?.box.x ?? 0), y: y + (filled?.box.y ?? 0) }));
    expect(fillPolygon(moved, { width: 100, height: 100 })).toEqual(filled);
  });
});

describe('a simplified polygon', () => {
  it('loses corners on straight edges, and no others', () => {
    const square = at([0, 0], [2, 0], [4, 0], [4, 4], [2, 4], [0, 4], [0, 2]);
    expect(simplifyPolygon(square, 0.1)).toEqual(at([0, 0], [4, 0], [4, 4], [0, 4]));
  });

  it('stays within the tolerance', () => {
    const simple = simplifyPolygon(circle(10_000, 40), 0.5);
    expect(simple.length).toBeLessThan(60);
    for (const { x, y } of simple) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(40, 6);
    const middle = simple.map((point, index) => {
      const next = simple[(index + 1) % simple.length] ?? point;
      return Math.hypot((point.x + next.x) / 2 - 50, (point.y + next.y) / 2 - 50);
    });
    expect(Math.min(...middle)).toBeGreaterThan(39.4);
  });
});

describe('a polygon', () => {
  it('crosses itself as a bow tie does, and not where edges touch', () => {
    expect(crossesItself(at([0, 0], [4, 4], [4, 0], [0, 4]))).toBe(true);
    expect(crossesItself(at([0, 0], [4, 0], [4, 4], [0, 4]))).toBe(false);
    expect(crossesItself(at([0, 0], [2, 0], [2, 2], [4, 2], [4, 4], [2, 4], [2, 2], [0, 2]))).toBe(false);
    expect(crossesItself(circle(2_000, 40))).toBe(false);
  });
});

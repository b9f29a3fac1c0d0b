import { describe, expect, it } from 'vitest';
import { drawn, maskOf, noise } from '../grid.test-support.ts';
import { fillHoles } from '../morphology/fill-holes.ts';
import { type Mask, mask } from '../plane.ts';
import { componentMask, keepComponents, largestComponent, removeSmallComponents } from './component-mask.ts';
import { connectedComponents } from './connected-components.ts';
import { traceContour } from './contour.ts';
import { convexHull } from './convex-hull.ts';
import {
  above,
  area,
  between,
  dice,
  difference,
  intersection,
  invert,
  ofClass,
  union,
} from './mask-logic.ts';
import { perimeter, polygonArea } from './polygon.ts';
import { regionShape } from './region-shape.ts';

function ellipse(size: number, a: number, b: number, angle: number): Mask {
  const out = mask(size, size);
  const c = (size - 1) / 2;
  for (let i = 0; i < out.data.length; i++) {
    const dx = (i % size) - c;
    const dy = Math.floor(i / size) - c;
    const u = dx * Math.cos(angle) + dy * Math.sin(angle);
    const v = -dx * Math.sin(angle) + dy * Math.cos(angle);
    out.data[i] = (u / a) ** 2 + (v / b) ** 2 <= 1 ? 1 : 0;
  }
  return out;
}

describe('regions', () => {
  it('joins diagonal neighbours over 8 but not over 4', () => {
    const source = maskOf('#..', '.#.', '..#');
    expect(connectedComponents(source).components).toHaveLength(1);
    expect(connectedComponents(source, 4).components).toHaveLength(3);
  });

  it('measures area, box and centroid in reading order', () => {
    const { components, labels } = connectedComponents(maskOf('.##.', '....', '#...', '#..#'));
    expect(components).toEqual([
      { label: 1, area: 2, box: { x: 1, y: 0, width: 2, height: 1 }, centroid: { x: 1.5, y: 0 } },
      { label: 2, area: 2, box: { x: 0, y: 2, width: 1, height: 2 }, centroid: { x: 0, y: 2.5 } },
      { label: 3, area: 1, box: { x: 3, y: 3, width: 1, height: 1 }, centroid: { x: 3, y: 3 } },
    ]);
    expect(labels.data[15]).toBe(3);
  });

  it('joins arms that meet late', () => {
    expect(connectedComponents(maskOf('#.#.#', '#.#.#', '#####'), 4).components).toHaveLength(1);
    expect(connectedComponents(maskOf('.#.#', '#.#.', '.#.#')).components).toHaveLength(1);
  });

  it('labels as flood filling does', () => {
    const source = above(noise(40, 40, 9), 0.5);
    for (const connectivity of [4, 8] as const) {
      expect(connectedComponents(source, connectivity).components.length).toBe(
        floodCount(source, connectivity),
      );
    }
  });

  it('keeps chosen components', () => {
    const source = maskOf('##.#', '##..', '...#');
    expect(drawn(largestComponent(source))).toEqual(['##..', '##..', '....']);
    expect(area(largestComponent(mask(3, 3)))).toBe(0);
    expect(drawn(removeSmallComponents(source, 2))).toEqual(['##..', '##..', '....']);
    expect(drawn(componentMask(connectedComponents(source), 2))).toEqual(['...#', '....', '....']);
    expect(area(keepComponents(connectedComponents(source), ({ box }) => box.x === 3))).toBe(2);
  });

  it('fills holes but not bays, and no hole larger than allowed', () => {
    const source = maskOf('#####.', '#.#...', '#####.');
    expect(drawn(fillHoles(source))).toEqual(['#####.', '###...', '#####.']);
    expect(drawn(fillHoles(maskOf('####', '#..#', '####'), 1))).toEqual(['####', '#..#', '####']);
  });

  it('combines masks', () => {
    const a = maskOf('##..');
    const b = maskOf('.##.');
    expect(drawn(union(a, b))).toEqual(['###.']);
    expect(drawn(intersection(a, b))).toEqual(['.#..']);
    expect(drawn(difference(a, b))).toEqual(['#...']);
    expect(drawn(invert(a))).toEqual(['..##']);
    expect(dice(a, b)).toBe(0.5);
    expect(dice(mask(2, 2), mask(2, 2))).toBe(1);
    expect(drawn(ofClass(maskOf('123.'), 1, 3))).toEqual(['#.#.']);
    const ramp = { width: 4, height: 1, data: Float32Array.of(1, 2, 3, 4) };
    expect(drawn(between(ramp, 2, 3))).toEqual(['.##.']);
    expect(drawn(above(ramp, 2))).toEqual(['..##']);
  });

  it('combines masks of any length, value and place in memory as pixel by pixel', () => {
    const bytes = (width: number, seed: number) => {
      const data = Uint8Array.from(noise(width + 1, 1, seed).data, (value) =>
        value < 0.5 ? 0 : 255 * value,
      );
      return { width, height: 1, data: data.subarray(1) };
    };
    for (const width of [1, 3, 4, 7, 130]) {
      const [a, b] = [bytes(width, width), bytes(width, width + 1)];
      const each = (of: (x: number, y: number) => boolean) =>
        Array.from(a.data, (x, i) => Number(of(x, b.data[i] ?? 0)));
      expect([...union(a, b).data]).toEqual(each((x, y) => x > 0 || y > 0));
      expect([...intersection(a, b).data]).toEqual(each((x, y) => x > 0 && y > 0));
      expect([...difference(a, b).data]).toEqual(each((x, y) => x > 0 && y === 0));
      expect([...invert(a).data]).toEqual(each((x) => x === 0));
      expect(area(a)).toBe(a.data.filter((x) => x > 0).length);
    }
  });

  it('traces the boundary clockwise', () => {
    const points = traceContour(maskOf('....', '.##.', '.##.', '....'));
    expect(points).toEqual([
      { x: 1, y: 1 },
      { x: 2, y: 1 },
      { x: 2, y: 2 },
      { x: 1, y: 2 },
    ]);
    expect(traceContour(mask(2, 2))).toEqual([]);
    expect(traceContour(maskOf('..', '.#'))).toEqual([{ x: 1, y: 1 }]);
  });

  it('goes out and back along a line one pixel wide', () => {
    expect(traceContour(maskOf('###')).map(({ x }) => x)).toEqual([0, 1, 2, 1]);
  });

  it('passes a waist twice and comes home', () => {
    const points = traceContour(maskOf('##.##', '#####', '##.##'));
    expect(points.filter(({ x, y }) => x === 2 && y === 1)).toHaveLength(2);
    expect(new Set(points.map(({ x, y }) => `${x},${y}`)).size).toBe(11);
  });

  it('measures polygons and their hull', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
      { x: 0, y: 4 },
    ];
    expect(perimeter(square)).toBe(16);
    expect(polygonArea(square)).toBe(16);
    expect(polygonArea(convexHull([...square, { x: 2, y: 2 }, { x: 2, y: 0 }]))).toBe(16);
    expect(convexHull([...square, { x: 2, y: 2 }, { x: 2, y: 0 }])).toHaveLength(4);
  });

  it('calls a disc round and solid', () => {
    const shape = regionShape(ellipse(101, 40, 40, 0));
    expect(shape?.eccentricity).toBeLessThan(0.05);
    expect(shape?.solidity).toBeGreaterThan(0.97);
    expect(shape?.circularity).toBeGreaterThan(0.88);
    expect(shape?.majorAxis).toBeCloseTo(80, 0);
    expect(shape?.feretDiameter).toBeCloseTo(81, 0);
  });

  it('measures the axes and the direction of an ellipse', () => {
    const shape = regionShape(ellipse(121, 50, 25, Math.PI / 6));
    expect(shape?.majorAxis).toBeCloseTo(100, 0);
    expect(shape?.minorAxis).toBeCloseTo(50, 0);
    expect(shape?.orientation).toBeCloseTo(Math.PI / 6, 2);
    expect(shape?.eccentricity).toBeCloseTo(Math.sqrt(0.75), 2);
    expect(shape?.centroid).toEqual({ x: expect.closeTo(60, 6), y: expect.closeTo(60, 6) });
  });

  it('calls a star not solid, and an empty mask nothing', () => {
    const star = regionShape(
      maskOf('#.....#', '.#...#.', '..###..', '..###..', '..###..', '.#...#.', '#.....#'),
    );
    expect(star?.solidity).toBeLessThan(0.5);
    expect(regionShape(mask(3, 3))).toBeNull();
  });
});

function floodCount(source: Mask, connectivity: 4 | 8): number {
  const seen = new Set<number>();
  let count = 0;
  for (let start = 0; start < source.data.length; start++) {
    if (source.data[start] === 0 || seen.has(start)) continue;
    count++;
    const stack = [start];
    while (stack.length > 0) {
      const i = stack.pop() ?? 0;
      if (seen.has(i) || source.data[i] === 0) continue;
      seen.add(i);
      const x = i % source.width;
      const y = Math.floor(i / source.width);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (connectivity === 4 && dx !== 0 && dy !== 0) continue;
          const nx = x + dx;
          const ny = y + dy;
          if (nx >= 0 && ny >= 0 && nx < source.width && ny < source.height)
            stack.push(ny * source.width + nx);
        }
      }
    }
  }
  return count;
}

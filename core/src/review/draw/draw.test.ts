import { describe, expect, it } from 'vitest';
import { polygonArea } from '../../pixels/regions/polygon.ts';
import { crossesItself } from '../../pixels/regions/self-crossing.ts';
import { maxKeptVertices } from '../change.ts';
import { type Area, withPolygon, withStroke } from './area.ts';
import { outlineOfArea } from './outline-of-area.ts';

const picture = { width: 40, height: 30 };
const at = (x: number, y: number) => ({ x, y });
const square = [at(10, 10), at(20, 10), at(20, 20), at(10, 20)];

function pixels(area: Area | null): number {
  return area?.mask.data.reduce((sum, value) => sum + value, 0) ?? 0;
}

function drawn(area: Area | null): Area {
  if (area === null) throw new Error('nothing is drawn');
  return area;
}

describe('what is drawn', () => {
  it('is a polygon, and what a brush adds to it', () => {
    const polygon = withPolygon(null, square, picture);
    expect(pixels(polygon)).toBe(100);
    const line = { points: [at(5.5, 5.5), at(12.5, 5.5)], radius: 0.5, erases: false };
    const both = withStroke(polygon, line, picture);
    expect(pixels(both)).toBe(108);
    expect(outlineOfArea(drawn(both))).toEqual({ outline: square, parts: 2 });
  });

  it('loses what an eraser takes, and is nothing when all is taken', () => {
    const polygon = withPolygon(null, square, picture);
    const half = withStroke(polygon, { points: [at(10, 6), at(20, 6)], radius: 9, erases: true }, picture);
    expect(pixels(half)).toBe(50);
    expect(half?.box).toEqual({ x: 10, y: 15, width: 10, height: 5 });
    expect(withStroke(half, { points: [at(15, 15)], radius: 30, erases: true }, picture)).toBeNull();
    expect(withStroke(null, { points: [at(15, 15)], radius: 3, erases: true }, picture)).toBeNull();
  });

  it('stays within the picture', () => {
    const corner = drawn(
      withStroke(null, { points: [at(-3, -3), at(0, 0)], radius: 4, erases: false }, picture),
    );
    expect(corner.box).toMatchObject({ x: 0, y: 0 });
    const outside = { points: [at(90, 90)], radius: 4, erases: false };
    expect(withStroke(null, outside, picture)).toBeNull();
    expect(
      withPolygon(
        corner,
        square.map(({ x }) => at(x + 100, 5)),
        picture,
      ),
    ).toBe(corner);
  });

  it('holds the pixel under the thinnest brush', () => {
    const dab = drawn(withStroke(null, { points: [at(3.2, 3.9)], radius: 0.1, erases: false }, picture));
    expect(dab.box).toMatchObject({ x: 3, y: 3 });
  });
});

describe('the outline of an area', () => {
  it('has few vertices, and the area of what was drawn', () => {
    const disc = drawn(withStroke(null, { points: [at(20, 15)], radius: 10, erases: false }, picture));
    const { outline } = outlineOfArea(disc);
    expect(outline.length).toBeLessThan(40);
    expect(Math.abs(polygonArea(outline) - pixels(disc))).toBeLessThan(8);
  });

  it('never crosses itself and never has too many vertices, whatever was scribbled', () => {
    for (const side of [20, 60, 240]) {
      const noise = Uint8Array.from({ length: side * side }, (_, index) =>
        Number(
          Math.sin(index * 12.9898) * 43758.5453 - Math.floor(Math.sin(index * 12.9898) * 43758.5453) < 0.6,
        ),
      );
      const box = { x: 3, y: 4, width: side, height: side };
      const { outline } = outlineOfArea({ box, mask: { width: side, height: side, data: noise } });
      expect([side, crossesItself(outline)]).toEqual([side, false]);
      expect(outline.length).toBeLessThanOrEqual(maxKeptVertices);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { drawn, grey, maskOf, noise, rowsOf } from '../grid.test-support.ts';
import { type GreyPlane, mask } from '../plane.ts';
import { distanceTransform } from '../regions/distance-transform.ts';
import { above, area } from '../regions/mask-logic.ts';
import { closing } from './closing.ts';
import { dilate } from './dilate.ts';
import { erode } from './erode.ts';
import { opening } from './opening.ts';
import { disc, type StructuringElement, square } from './structuring-element.ts';
import { blackTopHat, whiteTopHat } from './top-hat.ts';

/** The definition, pixel by pixel. */
function extreme(
  plane: GreyPlane,
  { shape, radius }: StructuringElement,
  pick: (...v: number[]) => number,
): number[] {
  return Array.from(plane.data, (_, i) => {
    const values: number[] = [];
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const x = (i % plane.width) + dx;
        const y = Math.floor(i / plane.width) + dy;
        if (x < 0 || y < 0 || x >= plane.width || y >= plane.height) continue;
        if (shape === 'square' || dx * dx + dy * dy <= radius * radius)
          values.push(plane.data[y * plane.width + x] ?? 0);
      }
    }
    return pick(...values);
  });
}

describe('morphology', () => {
  it('dilates and erodes grey planes as the definition does', () => {
    const picture = noise(23, 17);
    for (const element of [square(1), square(4), disc(1), disc(3), disc(5), square(40)]) {
      expect([...dilate(picture, element).data]).toEqual(extreme(picture, element, Math.max));
      expect([...erode(picture, element).data]).toEqual(extreme(picture, element, Math.min));
    }
  });

  it('dilates and erodes masks as the definition does', () => {
    const source = above(noise(31, 29), 0.8);
    const asGrey = { ...source, data: Float32Array.from(source.data) };
    for (const element of [square(2), disc(1), disc(4)]) {
      expect([...dilate(source, element).data]).toEqual(extreme(asGrey, element, Math.max));
      expect([...erode(source, element).data]).toEqual(extreme(asGrey, element, Math.min));
    }
  });

  it('does so for a spot in a wide picture, in its middle and at its border', () => {
    for (const [left, top] of [
      [14, 11],
      [0, 0],
      [33, 20],
    ] as const) {
      const source = mask(40, 28);
      for (let y = top; y < top + 8; y++) for (let x = left; x < left + 7; x++) source.data[y * 40 + x] = 1;
      const asGrey = { ...source, data: Float32Array.from(source.data) };
      for (const element of [disc(2), disc(3), disc(9)]) {
        expect([...dilate(source, element).data]).toEqual(extreme(asGrey, element, Math.max));
        expect([...erode(source, element).data]).toEqual(extreme(asGrey, element, Math.min));
      }
    }
    expect(area(dilate(mask(9, 9), disc(3)))).toBe(0);
  });

  it('does so over the words of wide pictures, by small discs and large ones', () => {
    for (const width of [31, 32, 33, 70]) {
      const source = above(noise(width, 24), 0.6);
      const asGrey = { ...source, data: Float32Array.from(source.data) };
      for (const element of [disc(1), disc(5), disc(8), disc(9)]) {
        expect([...dilate(source, element).data]).toEqual(extreme(asGrey, element, Math.max));
        expect([...erode(source, element).data]).toEqual(extreme(asGrey, element, Math.min));
      }
    }
  });

  it('draws a disc of radius 2 around a pixel', () => {
    const source = mask(7, 5);
    source.data[2 * 7 + 3] = 1;
    expect(drawn(dilate(source, disc(2)))).toEqual(['...#...', '..###..', '.#####.', '..###..', '...#...']);
  });

  it('does not erode from the border of the picture', () => {
    expect(drawn(erode(maskOf('###', '###', '...'), square(1)))).toEqual(['###', '...', '...']);
    expect(drawn(erode(maskOf('##', '##'), disc(3)))).toEqual(['##', '##']);
  });

  it('changes nothing at radius 0', () => {
    expect(dilate(maskOf('.#'), disc(0))).toEqual(maskOf('.#'));
  });

  it('opens away what is thin and closes gaps', () => {
    expect(drawn(opening(maskOf('###..', '#####', '###..'), square(1)))).toEqual(['###..', '###..', '###..']);
    const gap = ['.........', '.........', '..##.##..', '.........', '.........'];
    const closed = ['.........', '.........', '..#####..', '.........', '.........'];
    expect(drawn(closing(maskOf(...gap), square(1)))).toEqual(closed);
  });

  it('keeps small bright and small dark detail in the top-hats', () => {
    const bright = grey([[1, 1, 9, 1, 1]]);
    expect(rowsOf(whiteTopHat(bright, square(1)))).toEqual([[0, 0, 8, 0, 0]]);
    expect(rowsOf(blackTopHat(grey([[5, 5, 2, 5, 5]]), square(1)))).toEqual([[0, 0, 3, 0, 0]]);
  });

  it('measures exact distances', () => {
    const source = above(noise(40, 30, 5), 0.03);
    const zeros = Array.from(source.data.entries()).filter(([, v]) => v === 0);
    const expected = Array.from(source.data, (_, i) =>
      Math.min(
        ...zeros.map(([j]) => Math.hypot((i % 40) - (j % 40), Math.floor(i / 40) - Math.floor(j / 40))),
      ),
    );
    distanceTransform(source).data.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] ?? 0, 4);
    });
  });

  it('is infinitely far from a background that is not there', () => {
    expect([...distanceTransform(maskOf('##')).data]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

import { greyPlane, mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { regionAt, softRegionAt } from './nodule-region.ts';

const side = 41;
const middle = { x: 20, y: 20 };

/** Share of readers by the distance from the middle, and a vessel of a low share that leaves to the right. */
function shares(at: (distance: number) => number) {
  const plane = greyPlane(side, side);
  for (let i = 0; i < plane.data.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const isVessel = y === middle.y && x > middle.x;
    plane.data[i] = Math.max(at(Math.hypot(x - middle.x, y - middle.y)), isVessel ? 0.3 : 0);
  }
  return plane;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const radius = (pixels: number) => Math.sqrt(pixels / Math.PI);

describe('the region of a nodule', () => {
  it('is where two fifths of the readers would outline', () => {
    const sharp = regionAt(
      shares((far) => (far <= 6 ? 0.9 : 0)),
      middle,
      5,
    );
    expect(radius(area(sharp?.mask ?? mask(1, 1)))).toBeCloseTo(6, 0);
  });

  it('takes in the soft rim of an enlarged picture', () => {
    const soft = shares((far) => Math.min(0.9, Math.max(0, (8 - far) / 6)));
    const [narrow, wide] = [regionAt, softRegionAt].map((find) =>
      area(find(soft, middle, 5)?.mask ?? mask(1, 1)),
    );
    expect(radius(narrow ?? 0)).toBeCloseTo(5.6, 0);
    expect(radius(wide ?? 0)).toBeCloseTo(6.8, 0);
  });

  it('does not run along a vessel for more than two pixels', () => {
    const found = softRegionAt(
      shares((far) => (far <= 6 ? 0.9 : 0)),
      middle,
      5,
    );
    const columns = [...(found?.mask.data ?? [])].flatMap((value, i) => (value === 0 ? [] : [i % side]));
    expect(Math.max(...columns)).toBe(middle.x + 8);
    expect(mean(columns)).toBeCloseTo(middle.x, 0);
  });
});

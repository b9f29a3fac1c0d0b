import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { findMasses, joinedTo } from './masses.ts';

/** What the network says of a disc in a slice of 512 pixels. */
const seen = (radius: number, value: number) =>
  painted(512, 512, (x, y) => (Math.hypot(x - 200, y - 250) <= radius ? value : 0.1));

function spot(x0: number, side: number, score: number) {
  const region = mask(512, 512);
  for (let y = 240; y < 240 + side; y++) region.data.fill(1, y * 512 + x0, y * 512 + x0 + side);
  return { mask: region, box: { x: x0, y: 240, width: side, height: side }, areaPx: side * side, score };
}

describe('a mass', () => {
  it('has the whole extent that the network of the slice sees', () => {
    const [mass, ...others] = findMasses(seen(40, 0.9));
    expect(others).toEqual([]);
    expect(mass?.box).toEqual({ x: 160, y: 210, width: 81, height: 81 });
    expect(mass?.score).toBeGreaterThan(0.95);
  });

  it('is none where the region is as small as a nodule, or unlikely', () => {
    expect(findMasses(seen(8, 0.9))).toEqual([]);
    expect(findMasses(seen(40, 0.3))).toEqual([]);
    expect(findMasses(seen(40, 0.6))[0]?.score).toBeLessThan(0.1);
  });

  it('is named from a lower mean on where the window shows the lungs black', () => {
    expect(findMasses(seen(40, 0.72))[0]?.score).toBeLessThan(0.5);
    expect(findMasses(seen(40, 0.72), true)[0]?.score).toBeGreaterThan(0.5);
  });

  it('takes the spots at its edge in, with the higher score, and leaves others', () => {
    const masses = findMasses(seen(40, 0.8));
    const joined = joinedTo(masses, [spot(190, 12, 0.95), spot(400, 12, 0.7)]);
    expect(joined.map(({ box, score }) => [box.width, score])).toEqual([
      [81, 0.95],
      [12, 0.7],
    ]);
  });

  it('that is unlikely leaves a nodule within it its own region', () => {
    const joined = joinedTo(findMasses(seen(40, 0.6)), [spot(190, 12, 0.95)]);
    expect(joined.find(({ score }) => score > 0.5)?.box.width).toBe(12);
  });
});

import { type GreyPlane, greyPlane, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { fallsAllAround } from './node-rim.ts';

const side = 40;
const field = { ...mask(side, side), data: mask(side, side).data.fill(1) };
const outline = { x: 20, y: 20, radii: new Float64Array(64).fill(6) };

function drawn(grey: (x: number, y: number) => number): GreyPlane {
  const plane = greyPlane(side, side);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = grey(i % side, Math.floor(i / side));
  return plane;
}

const disc = (x: number, y: number) => (Math.hypot(x - 20, y - 20) <= 6 ? 1 : 0);

describe('fallsAllAround', () => {
  it('holds for a round node', () => {
    expect(fallsAllAround(drawn(disc), field, outline)).toBe(true);
  });

  it('fails for a band of fibers that goes on on two sides', () => {
    const band = drawn((_, y) => (Math.abs(y - 20) <= 5 ? 1 : 0));
    expect(fallsAllAround(band, field, outline)).toBe(false);
  });

  it('fails for a node too faint for its field', () => {
    expect(
      fallsAllAround(
        drawn((x, y) => 0.4 * disc(x, y)),
        field,
        outline,
      ),
    ).toBe(false);
  });

  it('leaves out directions beyond the field', () => {
    const cut = { ...field, data: field.data.map((_, i) => (i % side < 16 ? 0 : 1)) as Uint8Array };
    const muscleEdge = drawn((x, y) => (x < 16 ? 5 : disc(x, y)));
    expect(fallsAllAround(muscleEdge, cut, outline)).toBe(true);
    expect(fallsAllAround(muscleEdge, field, outline)).toBe(false);
  });

  it('fails where no direction stays in the field', () => {
    expect(fallsAllAround(drawn(disc), mask(side, side), outline)).toBe(false);
  });
});

import { greyPlane } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { withoutBowelGas } from './bowel-gas.ts';

/** Two dark squares of a side in pixels and of a density, in a slice of 256 pixels. */
function shown(side: number, density: number) {
  const [left, right] = [greyPlane(256, 256), greyPlane(256, 256)];
  const plane = greyPlane(256, 256);
  plane.data.fill(40);
  for (let y = 60; y < 60 + side; y++) {
    for (const [part, x0] of [[right, 60] as const, [left, 160] as const]) {
      part.data.fill(1, y * 256 + x0, y * 256 + x0 + side);
      plane.data.fill(density, y * 256 + x0, y * 256 + x0 + side);
    }
  }
  const masks = [left, right].map(({ data }) => ({ width: 256, height: 256, data: Uint8Array.from(data) }));
  const [l, r] = masks as [(typeof masks)[number], (typeof masks)[number]];
  return { lungs: { left: l, right: r, pose: 'upright' as const }, plane };
}
const kept = (side: number, density: number, quantity: 'hounsfield' | 'relative' = 'hounsfield') => {
  const { lungs, plane } = shown(side, density);
  const { left, right } = withoutBowelGas(lungs, plane, quantity);
  return area(left) + area(right);
};

describe('gas of stomach and bowel', () => {
  it('is no lung where little of the slice is dark', () => {
    expect(kept(20, -980)).toBe(0);
  });

  it('is told from the apex or base of a lung by its density', () => {
    expect(kept(20, -860)).toBe(800);
  });

  it('is not sought in much dark, nor without Hounsfield units', () => {
    expect(kept(80, -980)).toBe(12800);
    expect(kept(20, 0, 'relative')).toBe(800);
  });
});

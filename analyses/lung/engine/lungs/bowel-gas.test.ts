import { greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { withoutBowelGas } from './bowel-gas.ts';

const side = 256;
const rectangle = (x0: number, y0: number, width: number, height: number): Mask => {
  const out = mask(side, side);
  for (let y = y0; y < y0 + height; y++) out.data.fill(1, y * side + x0, y * side + x0 + width);
  return out;
};
const body = rectangle(20, 20, 216, 216);
const outside = { ...body, data: body.data.map((value) => 1 - value) };

/**
 * Squares of a side and of a density each, in a body; shown in a window from `black` to `white`, or as it is.
 */
function kept(
  parts: { size: number; hu: number }[],
  window?: { black: number; white: number },
  mayBeAway = false,
): number {
  const plane = greyPlane(side, side);
  const regions = parts.map(({ size }, n) => rectangle(30 + 70 * n, 60, size, size));
  for (let i = 0; i < plane.data.length; i++) {
    const at = regions.findIndex((region) => region.data[i] === 1);
    // Fat beneath the skin, so that the window can be told.
    const isSkin = body.data[i] === 1 && (i % side < 40 || i % side > 215);
    const hu = parts[at]?.hu ?? (body.data[i] === 0 ? -1000 : isSkin ? -100 : 50);
    plane.data[i] =
      window === undefined
        ? hu
        : Math.min(255, Math.max(0, ((hu - window.black) / (window.white - window.black)) * 255));
  }
  const all = regions.reduce(union);
  const left = { ...all, data: all.data.map((value, i) => (i % side < 128 ? value : 0)) };
  const right = { ...all, data: all.data.map((value, i) => (i % side < 128 ? 0 : value)) };
  const soft = window === undefined ? 50 : ((50 - window.black) / (window.white - window.black)) * 255;
  const lungs = withoutBowelGas(
    { left, right, pose: 'upright' },
    {
      plane,
      quantity: window === undefined ? 'hounsfield' : 'relative',
      levels: { soft },
      air: { body, outside },
      mayBeAway,
    },
  );
  return area(lungs.left) + area(lungs.right);
}
const lungWindow = { black: -1350, white: 150 };

describe('gas of stomach and bowel', () => {
  it('is no lung, and leaves the lung beside it', () => {
    expect(kept([{ size: 20, hu: -980 }])).toBe(0);
    expect(
      kept([
        { size: 20, hu: -980 },
        { size: 40, hu: -850 },
      ]),
    ).toBe(1600);
  });

  it('is told from the apex or base of a lung by its density', () => {
    expect(kept([{ size: 20, hu: -860 }])).toBe(400);
  });

  it('is not sought above the diaphragm, where emphysema is as dark', () => {
    expect(
      kept([
        { size: 20, hu: -980 },
        { size: 50, hu: -850 },
        { size: 60, hu: -850 },
      ]),
    ).toBe(6500);
  });

  it('is no lung at any size on a slice that may lie above or below the lungs', () => {
    const stomach = [
      { size: 20, hu: -980 },
      { size: 60, hu: -980 },
    ];
    expect(kept(stomach)).toBe(3600);
    expect(kept(stomach, undefined, true)).toBe(0);
    expect(kept([{ size: 60, hu: -850 }], undefined, true)).toBe(3600);
  });

  it('is told in an 8-bit lung window by the air around the body', () => {
    const parts = [
      { size: 20, hu: -990 },
      { size: 60, hu: -850 },
    ];
    expect(kept(parts, lungWindow)).toBe(3600);
  });

  it('is not sought where the window shows lung and gas as one black', () => {
    const parts = [
      { size: 20, hu: -990 },
      { size: 60, hu: -850 },
    ];
    expect(kept(parts, { black: -160, white: 240 })).toBe(4000);
  });
});

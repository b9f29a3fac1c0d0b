import { mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { infer, painted } from '../../../study.test-support.ts';
import { canvasSide } from '../head/upright-head.ts';
import { hypodenseChance, hypodensePlanes } from './hypodense-network.ts';

const middle = (canvasSide - 1) / 2;
/** An oval of brain with noise of known seed, darker by `drop` HU on the patient's left. */
function brain(drop: number) {
  const inside = mask(canvasSide, canvasSide);
  let state = 7;
  const grey = painted(canvasSide, canvasSide, (x, y) => {
    const isInside = Math.hypot((x - middle) / 90, (y - middle) / 110) < 1;
    if (isInside) inside.data[y * canvasSide + x] = 1;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const noise = ((state / 2 ** 32 - 0.5) * 8) / 120;
    const isDark = Math.hypot(x - 175, y - 110) < 32;
    return isInside ? 0.45 + noise - (isDark ? drop / 120 : 0) : 0;
  });
  return { grey, inside };
}

describe('the network of hypodense areas', () => {
  it('sees nothing outside of the skull, and the other side with the sign changed', () => {
    const { grey, inside } = brain(10);
    const [own, calm, unlike] = hypodensePlanes(grey, inside);
    for (const plane of [own, calm, unlike]) expect(plane?.data[0]).toBe(0);
    const at = (plane: typeof own, x: number, y: number) => plane?.data[y * 128 + x] ?? Number.NaN;
    // 10 HU of 12 and of 10, at the middle of the dark place and of its mirror image.
    expect(at(calm, 87, 55)).toBeCloseTo(-10 / 12, 1);
    expect(at(unlike, 87, 55)).toBeLessThan(-0.9);
    expect(at(unlike, 127 - 87, 55)).toBeGreaterThan(0.9);
  });

  it('tells a dark area where it lies, and hardly any in even brain', async () => {
    const share = async (drop: number) => {
      const { grey, inside } = brain(drop);
      const chance = await hypodenseChance(grey, inside, infer);
      const told = { ...inside, data: inside.data.map((_, i) => ((chance.data[i] ?? 0) > 0.5 ? 1 : 0)) };
      return { share: area(told) / area(inside), at: chance.data[110 * canvasSide + 175] ?? 0 };
    };
    expect((await share(12)).at).toBeGreaterThan(0.5);
    expect((await share(0)).share).toBeLessThan(0.02);
  });

  it('tells the mirror image of a slice as the mirror image', async () => {
    const { grey, inside } = brain(12);
    const mirrored = painted(
      canvasSide,
      canvasSide,
      (x, y) => grey.data[y * canvasSide + canvasSide - 1 - x] ?? 0,
    );
    const [a, b] = [
      await hypodenseChance(grey, inside, infer),
      await hypodenseChance(mirrored, inside, infer),
    ];
    const at = (x: number) => [
      a.data[110 * canvasSide + x] ?? 0,
      b.data[110 * canvasSide + canvasSide - 1 - x] ?? 0,
    ];
    for (const x of [60, 110, 150, 175, 200])
      expect(Math.abs((at(x)[0] ?? 0) - (at(x)[1] ?? 0))).toBeLessThan(0.02);
  });
});

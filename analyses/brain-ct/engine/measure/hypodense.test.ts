import { greyPlane, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { canvasSide } from '../head/upright-head.ts';
import { findHypodense } from './hypodense.ts';

const middle = (canvasSide - 1) / 2;
const midline = { innerWidth: 180, idealAt: () => middle, path: [], shift: 0 };
const isWithin = (x: number, y: number) => Math.hypot(x - 175, y - 110) < 34;

/** Brain at 34 HU, an area of it lower by `drop`, of which the network tells a chance. */
function found(drop: number, told: number) {
  const intracranial = mask(canvasSide, canvasSide);
  const chance = greyPlane(canvasSide, canvasSide);
  const hu = painted(canvasSide, canvasSide, (x, y) => {
    const i = y * canvasSide + x;
    if (Math.hypot((x - middle) / 90, (y - middle) / 110) < 1) intracranial.data[i] = 1;
    chance.data[i] = isWithin(x, y) ? told : 0;
    return isWithin(x, y) ? 34 - drop : 34;
  });
  return findHypodense(hu, { intracranial, midline, chance });
}

describe('hypodense areas', () => {
  it('are named for a faint chance where a territory is less dense than the other side', () => {
    const area = found(4, 0.1);
    expect(area.fraction).toBeGreaterThan(0.05);
    expect(area.region.data[110 * canvasSide + 175]).toBe(1);
    expect(area.region.data[110 * canvasSide + 80]).toBe(0);
    expect(area.comparedWith).toBe('other side');
  });

  it('are not named for a faint chance alone, nor for a territory that the network does not see', () => {
    expect(found(0, 0.1).fraction).toBe(0);
    expect(found(4, 0.01).fraction).toBe(0);
  });

  it('are named for a sure chance whatever the other side shows', () => {
    expect(found(0, 0.6).fraction).toBeGreaterThan(0.05);
  });
});

import type { GreyPlane } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { provisionalWindow } from './provisional-window.ts';

/** An oval of brain within a ring of bone, as large as in most pictures; air is what `airAt` says. */
const head = (brain: number, airAt: (x: number, y: number) => number): GreyPlane =>
  painted(200, 200, (x, y) => {
    const far = Math.hypot((x - 100) / 55, (y - 100) / 70);
    return far < 1 ? brain + 0.04 * Math.sin(x) : far < 1.12 ? 1 : airAt(x, y);
  });
const brainIn = (shown: GreyPlane) => provisionalWindow(shown).stretched(shown).data[100 * 200 + 94] ?? 0;

describe('the provisional window', () => {
  it.each([0.12, 0.3, 0.45, 0.7])('puts brain of %s where a brain window shows it', (brain) => {
    expect(brainIn(head(brain, () => 0))).toBeCloseTo(0.45, 1);
  });

  it('does so where noise or the glow of a screen lifts the air off black', () => {
    expect(brainIn(head(0.4, () => 0.03))).toBeCloseTo(0.45, 1);
    expect(brainIn(head(0.4, (x) => 0.06 + (0.06 * x) / 200))).toBeCloseTo(0.45, 1);
  });

  it('takes the grays that JPEG leaves in air for no tissue, where little brain is shown', () => {
    const base = painted(200, 200, (x, y) => {
      const far = Math.hypot((x - 100) / 55, (y - 100) / 70);
      const frayed = 0.12 * Math.exp(-6 * (far - 1.12));
      if (far < 0.5) return 0.4 + 0.04 * Math.sin(x);
      return far < 1.12 ? 1 : far < 1.4 ? frayed : 0;
    });
    expect(brainIn(base)).toBeCloseTo(0.45, 1);
  });

  it('tells such a background from black', () => {
    expect(provisionalWindow(head(0.4, () => 0.03)).isAirLifted).toBe(true);
    expect(provisionalWindow(head(0.4, () => 0)).isAirLifted).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { measureLevels } from './levels.ts';

const side = 128;

/** A body with a rim of fat; its lungs are left out where `lung` is null. */
const chest = ({ lung, fat, muscle }: { lung: number | null; fat: number; muscle: number }) =>
  painted(side, side, (x, y) => {
    const radius = Math.hypot(x - side / 2, y - side / 2);
    if (radius > 54) return 0;
    if (radius > 40) return fat;
    return lung !== null && Math.abs(x - side / 2) > 6 && radius < 34 ? lung : muscle;
  });

describe('the threshold between air and tissue', () => {
  it.each([
    ['with lungs', 0],
    ['without', null],
  ])('lies below fat in a window that shows air black, %s', (_, lung) => {
    const { threshold } = measureLevels(chest({ lung, fat: 38, muscle: 134 }), 'relative');
    expect(threshold).toBeGreaterThan(5);
    expect(threshold).toBeLessThan(38);
  });

  it('lies above lung within a black frame around the air', () => {
    const plane = chest({ lung: 91, fat: 190, muscle: 215 });
    for (let i = 0; i < plane.data.length; i++) {
      const reach = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2);
      if (plane.data[i] === 0 && reach < side / 2 + 4) plane.data[i] = 55;
    }
    expect(measureLevels(plane, 'relative').threshold).toBeGreaterThan(91);
  });

  it('lies above lung in a lung window, though the air around is black', () => {
    const { threshold } = measureLevels(chest({ lung: 41, fat: 190, muscle: 215 }), 'relative');
    expect(threshold).toBeGreaterThanOrEqual(41);
    expect(threshold).toBeLessThan(190);
  });
});

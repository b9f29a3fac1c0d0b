import { describe, expect, it } from 'vitest';
import { sliceOfKey, WheelSteps } from './slices.ts';

describe('the keys of a stack', () => {
  it.each([
    ['ArrowUp', 4],
    ['ArrowDown', 6],
    ['PageUp', -5],
    ['PageDown', 15],
    ['Home', 0],
    ['End', 11],
    ['ArrowLeft', null],
    ['i', null],
  ])('%s leads to %s', (key, index) => {
    expect(sliceOfKey(key)?.(5, 12) ?? null).toBe(index);
  });
});

describe('the wheel', () => {
  it('goes one slice with each notch of a mouse, however fast it is turned', () => {
    const wheel = new WheelSteps();
    expect([100, 120, 480, -100].map((deltaY) => wheel.add({ deltaY, deltaMode: 0 }))).toEqual([1, 1, 1, -1]);
    expect(wheel.add({ deltaY: 3, deltaMode: 1 })).toBe(1);
  });

  it('adds up the small steps of a trackpad, and forgets them where it turns round', () => {
    const wheel = new WheelSteps();
    expect([20, 20, 20, 20, -20, 20, 20].map((deltaY) => wheel.add({ deltaY, deltaMode: 0 }))).toEqual([
      0, 0, 1, 0, 0, 0, 0,
    ]);
  });
});

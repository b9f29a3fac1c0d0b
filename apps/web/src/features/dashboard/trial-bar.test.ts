import { describe, expect, it } from 'vitest';
import { trialBar } from './trial-bar.ts';

describe('trial bar', () => {
  it('is grey and reads "--" while the count is unknown', () => {
    expect(trialBar(null)).toEqual({ tone: 'unknown', widthPercent: 0, text: '--' });
  });

  it.each([
    [11, 'green'],
    [10, 'yellow'],
    [6, 'yellow'],
    [5, 'red'],
    [1, 'red'],
    [0, 'none'],
  ] as const)('with %i left is %s', (left, tone) => {
    expect(trialBar(left).tone).toBe(tone);
  });

  it.each([
    [0, 0],
    [3, 20],
    [15, 100],
    [40, 100],
    [-2, 0],
  ])('with %i left is %i percent wide', (left, width) => {
    expect(trialBar(left).widthPercent).toBeCloseTo(width);
  });
});

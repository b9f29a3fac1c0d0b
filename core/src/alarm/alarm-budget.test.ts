import { describe, expect, it } from 'vitest';
import { alarmOf, pointWithin } from './alarm-budget.ts';
import type { AlarmPoint } from './alarm-curve.ts';

const point = (threshold: number, falseAlarmsPer100: number, sensitivity: number): AlarmPoint => ({
  ...{ threshold, falseAlarmsPer100, sensitivity },
  sensitivityInterval: [0, 1],
});
const curve = { points: [point(10, 30, 0.99), point(20, 10, 0.95), point(50, 2, 0.9), point(90, 1, 0.7)] };

describe('a budget', () => {
  it.each([
    [100, 10],
    [30, 10],
    [29.9, 20],
    [2, 50],
    [1.5, 90],
  ])('of %d false alarms per 100 gives the threshold %d', (budget, threshold) => {
    expect(pointWithin(curve, budget)?.threshold).toBe(threshold);
  });

  it('below everything that was measured gives none', () => {
    expect(pointWithin(curve, 0.5)).toBeNull();
  });

  it('that more is given to never makes the alarm less sensitive', () => {
    const found = Array.from({ length: 101 }, (_, budget) => pointWithin(curve, budget)?.sensitivity ?? 0);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('takes the lower threshold where two are as sensitive', () => {
    expect(pointWithin({ points: [point(10, 2, 0.9), point(11, 1, 0.9)] }, 5)?.threshold).toBe(10);
  });
});

const facts = { isUrgent: false, isUrgentOtherwise: false, score: 30 };

describe('a result', () => {
  it('alarms as the report ranks it where there is no budget, no curve or no score', () => {
    for (const [given, budget, score] of [
      [curve, undefined, 30],
      [undefined, 10, 30],
      [curve, 10, null],
    ] as const) {
      expect(alarmOf({ ...facts, score }, given, budget)).toBeNull();
      expect(alarmOf({ ...facts, score, isUrgent: true }, given, budget)).toEqual({ reason: 'urgent' });
    }
  });

  it('alarms by its score where there is a budget, whatever the report ranks', () => {
    expect(alarmOf(facts, curve, 10)).toEqual({ reason: 'budget', score: 30, threshold: 20 });
    expect(alarmOf({ ...facts, isUrgent: true }, curve, 2)).toBeNull();
    expect(alarmOf({ ...facts, score: 50 }, curve, 2)).toMatchObject({ threshold: 50 });
  });

  it('alarms for what is urgent otherwise, and for nothing else where no threshold is within the budget', () => {
    expect(alarmOf({ ...facts, isUrgentOtherwise: true, isUrgent: true }, curve, 2)).toEqual({
      reason: 'urgent',
    });
    expect(alarmOf({ ...facts, score: 99 }, curve, 0)).toBeNull();
  });
});

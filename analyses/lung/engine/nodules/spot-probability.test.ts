import { expect, it } from 'vitest';
import { isReported } from '../operating-point.ts';
import { clearOf } from './spot-probability.ts';

it('a likely spot that lies in an opacity by two fifths is left to the opacity', () => {
  expect(isReported({ score: 0.97 * clearOf(0.44) })).toBe(false);
  expect(isReported({ score: 0.97 * clearOf(0.2) })).toBe(true);
  expect([clearOf(0), clearOf(1)]).toEqual([1, 0]);
});

it('a spot needs a higher probability to be reported than a mass', () => {
  expect([0.49, 0.52, 0.56].map((score) => isReported({ score }))).toEqual([false, false, true]);
  expect([0.49, 0.52].map((score) => isReported({ score, isMass: true }))).toEqual([false, true]);
});

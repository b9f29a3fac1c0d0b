import { expect, it } from 'vitest';
import { isReported } from '../operating-point.ts';
import { clearOf } from './spot-probability.ts';

it('a likely spot that lies in an opacity by two fifths is left to the opacity', () => {
  expect(isReported({ score: 0.97 * clearOf(0.44) })).toBe(false);
  expect(isReported({ score: 0.97 * clearOf(0.2) })).toBe(true);
  expect([clearOf(0), clearOf(1)]).toEqual([1, 0]);
});

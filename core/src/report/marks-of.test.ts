import { expect, it } from 'vitest';
import type { AnyFinding } from '../reading/reading.ts';
import { hasOrder, marksOf } from './marks-of.ts';

const candidate = (x: number, score: number, type = 'mass') => ({
  type,
  x,
  y: 0,
  width: 10,
  height: 10,
  score,
});
const finding = (x: number, more: Partial<AnyFinding> = {}): AnyFinding => ({
  ...{ id: 'mass-1', type: 'mass', state: 'found', reason: null, certainty: null, measurements: [] },
  ...{ side: null, region: { box: { x, y: 2, width: 4, height: 4 }, centre: null, labelClass: null } },
  ...more,
});
const picture = { width: 200, height: 100 };

it('names the places of found findings of their type, and counts down to the last of them', () => {
  const candidates = [candidate(0, 0.2), candidate(50, 0.9), candidate(100, 0.5), candidate(150, 0.1)];
  const { marks, own } = marksOf(candidates, [finding(52), finding(102)], picture);
  expect(marks.map(({ x, isNamed }) => [x, isNamed])).toEqual([
    [50, true],
    [100, true],
    [0, false],
    [150, false],
  ]);
  expect(own).toBe(2);
});

it('names nothing for a finding of another type, one that was not found, or one without a place', () => {
  const others = [
    finding(2, { type: 'axilla' }),
    finding(2, { state: 'not_found' }),
    finding(2, { region: null }),
  ];
  expect(marksOf([candidate(0, 0.9)], others, picture).own).toBe(0);
});

it('knows the place of older findings by their center in percent', () => {
  const region = { box: null, centre: { x: 2.5, y: 5 }, labelClass: null };
  expect(marksOf([candidate(0, 0.9)], [finding(0, { region })], picture).own).toBe(1);
});

it('has an order where scores differ', () => {
  expect([hasOrder([{ score: 0.1 }, { score: 0.2 }]), hasOrder([{ score: 0.1 }, { score: 0.1 }])]).toEqual([
    true,
    false,
  ]);
});

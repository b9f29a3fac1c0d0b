import { compareLesions } from '@second-read/core/exam/report/comparison';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { describe, expect, it } from 'vitest';
import { storedAs } from '../../exams.test-support.ts';
import { examWords } from '../exam-words.ts';
import { lungRadsOf } from './lung-rads.ts';
import { type FollowedNodule, followUpRow } from './lung-rads-follow-up.ts';
import { baselineRow } from './lung-rads-rows.ts';

/** By default a nodule that was in the row of its size before. */
const row = (kind: string, diameterMm: number, course: FollowedNodule['course'], more = {}) => {
  const nodule = {
    type: 'nodule',
    kind,
    diameterMm,
    course,
    solidMm: null,
    days: 180,
    doublingDays: null,
    ...more,
  };
  return followUpRow({ rowBefore: baselineRow(nodule), ...nodule });
};

describe('Lung-RADS v2022 beside an earlier exam', () => {
  it.each([
    ['solid', 3.9, 'new', '2'],
    ['solid', 4, 'new', '3'],
    ['solid', 5.9, 'new', '3'],
    ['solid', 6, 'new', '4A'],
    ['solid', 7.9, 'new', '4A'],
    ['solid', 8, 'new', '4B'],
    ['solid', 5, 'growing', '4A'],
    ['solid', 7.9, 'growing', '4A'],
    ['solid', 8, 'growing', '4B'],
    ['ground-glass', 29, 'new', '2'],
    ['ground-glass', 12, 'growing', '2'],
    ['ground-glass', 30, 'new', '3'],
    ['ground-glass', 32, 'steady', '2'],
    ['ground-glass', 32, 'slow', '2'],
    ['part-solid', 5.9, 'new', '3'],
    ['part-solid', 9, 'new', null],
    ['solid', 15, 'steady', '4B'],
    ['solid', 9, 'slow', '4A'],
  ] as const)('puts a %s nodule of %s mm that is %s into row %s', (kind, mm, course, expected) => {
    expect(row(kind, mm, course)).toBe(expected);
  });

  it('brings what is stable for long enough down a row', () => {
    expect(row('solid', 7, 'steady', { days: 180 })).toBe('2');
    expect(row('solid', 7, 'steady', { days: 170 })).toBe('3');
    expect(row('solid', 9, 'steady', { days: 92 })).toBe('3');
    expect(row('solid', 9, 'steady', { days: 60 })).toBe('4A');
    expect(row('part-solid', 9, 'steady', { solidMm: 5, days: 190 })).toBe('2');
  });

  it('counts by its size what reached a higher row without growing', () => {
    const beneath = { rowBefore: '2', days: 190 };
    expect(row('solid', 6.4, 'steady', beneath)).toBe('3');
    expect(row('ground-glass', 30.5, 'steady', beneath)).toBe('3');
    expect(row('solid', 8.2, 'steady', { rowBefore: '3', days: 100 })).toBe('4A');
  });

  it('takes part-solid nodules by their solid part', () => {
    expect(row('part-solid', 9, 'new', { solidMm: 3.9 })).toBe('4A');
    expect(row('part-solid', 9, 'growing', { solidMm: 4 })).toBe('4B');
  });

  it('gives 4X for ground glass that doubles within a year', () => {
    expect(row('ground-glass', 31, 'growing', { doublingDays: 300 })).toBe('4X');
    expect(row('ground-glass', 31, 'growing', { doublingDays: 500 })).toBe('3');
  });
});

const nodule = (n: number, diameterMm: number, side: 'left' | 'right' = 'left'): ExamFinding => ({
  ...{ id: `nodule-${n}`, type: 'nodule', found: true, probability: 0.8, side, slices: [] },
  ...{ diameterMm, volumeMl: (Math.PI / 6) * (diameterMm / 10) ** 3, facts: { density: 'solid' } },
});

function beside(now: ExamFinding[], before: ExamFinding[], days: number | null, spacingMm = 1.25) {
  const compared = { now: { findings: now, spacingMm: 1.25 }, before: { findings: before, spacingMm } };
  const lesions = compareLesions(compared.now, compared.before, { types: examWords.types, days });
  const reading = { facts: { lungRads: 'given' }, technique: null, limits: [], rules: [], keySlices: [] };
  const alone = { reading, findings: now, scores: {}, slices: [] };
  const comparison = { reportId: 'lung-1', date: '2026-01-02', days, spacingMm, lesions };
  const [base, read] = [storedAs('lung', alone), storedAs('lung', { ...alone, comparison })];
  return { base, read, said: lungRadsOf(read) };
}

describe('a reading beside an earlier exam', () => {
  it('has the row of the most suspicious nodule with its trace, in place of the baseline row', () => {
    const { read, said } = beside([nodule(1, 9.4), nodule(2, 5, 'right')], [nodule(1, 7.6)], 190);
    expect(read.reading.rules).toEqual([
      { id: 'lung-rads-2022-follow-up', values: { row: '4B', days: 190 } },
    ]);
    expect(said?.text).toContain('Nodule 1, solid 9.4 mm, growing, doubling time 207 days: 4B');
    expect(said?.text).toContain('Nodule 2, solid 5.0 mm, new: 3');
    expect(said?.limits).toContain('counts as new');
  });

  it('needs more than 1.5 mm within twelve months for growth', () => {
    const at = (now: number, days: number) =>
      beside([nodule(1, now)], [nodule(1, 7.6)], days).said?.rule.values.row;
    expect(at(9.1, 100)).toBe('4A');
    expect(at(9.2, 100)).toBe('4B');
    expect(at(9.2, 600)).toBe('4A');
    expect(beside([nodule(1, 9.2)], [nodule(1, 7.6)], 600).said?.text).toContain('may be 4B');
  });

  it('is 1 where nothing is named any more', () => {
    expect(beside([], [nodule(1, 7)], 100).said?.rule.values.row).toBe('1');
  });

  it('stays that of a baseline exam, and says why, where growth cannot be judged', () => {
    for (const [days, spacing, why] of [
      [null, 1.25, 'time since the earlier exam is not known'],
      [100, 5, 'earlier exam are 5.0 mm apart'],
    ] as const) {
      const { base, read, said } = beside([nodule(1, 9)], [nodule(1, 5)], days, spacing);
      expect(read.reading.rules).toEqual(base.reading.rules);
      expect(said?.text).toContain(why);
    }
  });
});

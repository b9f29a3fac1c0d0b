import { describe, expect, it } from 'vitest';
import { code } from '../../reading/code.ts';
import { type ComparedExam, comparedAnew, compareLesions } from './comparison.ts';
import { comparisonRows, comparisonSentences } from './comparison-words.ts';
import type { ExamFinding } from './exam-report.ts';
import type { ExamWords } from './exam-words.ts';

const concept = code('27925004', 'SCT', 'Nodule');
const types: ExamWords['types'] = {
  nodule: { label: 'Nodule', colour: '#E69F00', concept, urgency: 40, lesion: 'nodule' },
  mass: { label: 'Mass', colour: '#E69F00', concept, urgency: 60, lesion: 'nodule' },
  opacity: { label: 'Opacity', colour: '#56B4E9', concept, urgency: 30 },
};

function lesion(id: string, changes: Partial<ExamFinding> = {}): ExamFinding {
  return {
    ...{ id, type: 'nodule', found: true, probability: 0.9, side: 'right', slices: [] },
    ...{ volumeMl: 0.5, diameterMm: 9.8, facts: { third: 'upper third', frontToBack: 'middle' } },
    ...changes,
  };
}

const exam = (findings: ExamFinding[], spacingMm: number | null = 1): ComparedExam => ({
  findings,
  spacingMm,
});
const compare = (now: ExamFinding[], before: ExamFinding[], days: number | null = 180, spacing = 1) =>
  compareLesions(exam(now, spacing), exam(before), { types, days }).map(
    ({ finding, prior, change, doublingDays }) => [finding, prior, change, doublingDays],
  );

describe('lesions of two exams', () => {
  it('are new, grown, smaller, stable or gone, each paired once', () => {
    const now = [
      lesion('nodule-1', { volumeMl: 1 }),
      lesion('nodule-2', { side: 'left', volumeMl: 0.52 }),
      lesion('nodule-3', { side: 'left', facts: { third: 'lower third' }, volumeMl: 0.2 }),
    ];
    const before = [
      lesion('nodule-1'),
      lesion('nodule-2', { side: 'left' }),
      lesion('nodule-3', { facts: { third: 'lower third', frontToBack: 'back' } }),
    ];
    expect(compare(now, before)).toEqual([
      ['nodule-1', 'nodule-1', 'grown', 180],
      ['nodule-2', 'nodule-2', 'stable', null],
      ['nodule-3', null, 'new', null],
      [null, 'nodule-3', 'gone', null],
    ]);
  });

  it('are not new where a reader rejected them in the earlier exam', () => {
    const earlier = { ...exam([]), rejected: [lesion('nodule-4')] };
    const lesions = compareLesions(exam([lesion('nodule-1')]), earlier, { types, days: 180 });
    expect(lesions).toMatchObject([
      { finding: 'nodule-1', prior: 'nodule-4', change: 'rejected_before', doublingDays: null },
    ]);
    const [row] = comparisonRows(
      { reportId: 'lung-1', date: '2026-01-02', days: 180, lesions },
      types,
      () => 'Nodule',
    );
    expect(row?.[1]).toMatch(/^Seen on the earlier exam too, where a reader rejected it/);
  });

  it('follow what a reader changes: rejected they are not counted, measured they are compared anew', () => {
    const now = [lesion('nodule-1', { volumeMl: 1 }), lesion('nodule-2', { side: 'left' })];
    const lesions = compareLesions(exam(now), exam([lesion('nodule-1')]), { types, days: 180 });
    const comparison = { reportId: 'lung-1', date: '2026-01-02', days: 180, lesions };
    const changes = (findings: ExamFinding[]) =>
      comparedAnew(comparison, findings).lesions.map(({ finding, change }) => [finding, change]);
    expect(comparedAnew(comparison, now)).toEqual(comparison);
    expect(changes([])).toEqual([[null, 'rejected']]);
    const rejected = comparedAnew(comparison, []);
    expect(comparisonRows(rejected, types, () => undefined)).toEqual([
      [
        'Since 2026-01-02: Earlier nodule',
        'Rejected by the reader of this exam, not counted: right, 0.50 ml, 9.8 mm',
      ],
    ]);
    expect(comparisonSentences({ comparison: rejected })[0]).toContain(
      ': the reader rejected what both show.',
    );
    expect(changes([lesion('nodule-1', { volumeMl: 0.5 })])).toEqual([['nodule-1', 'stable']]);
  });

  it('are not gone where the reader of this exam rejected them', () => {
    const now = { ...exam([]), rejected: [lesion('nodule-1')] };
    const before = exam([lesion('nodule-1'), lesion('nodule-2', { side: 'left' })]);
    const changes = compareLesions(now, before, { types, days: 180 });
    expect(changes.map(({ prior, change }) => [prior, change])).toEqual([
      ['nodule-1', 'rejected'],
      ['nodule-2', 'gone'],
    ]);
  });

  it('may be a nodule before and a mass now, but never change the side', () => {
    const mass = lesion('mass-1', { type: 'mass', volumeMl: 2, diameterMm: 31 });
    expect(compare([mass], [lesion('nodule-1')])).toEqual([['mass-1', 'nodule-1', 'grown', 90]]);
    expect(compare([{ ...mass, side: 'left' }], [lesion('nodule-1')])).toEqual([
      ['mass-1', null, 'new', null],
      [null, 'nodule-1', 'gone', null],
    ]);
  });

  it('are not compared in size where volume and diameter contradict each other', () => {
    const now = [lesion('nodule-1', { volumeMl: 0.8, diameterMm: 6.1 })];
    expect(compare(now, [lesion('nodule-1')])).toEqual([['nodule-1', 'nodule-1', 'not_comparable', null]]);
  });

  it('are measured by diameter where volumes are missing, and have no doubling time then', () => {
    const flat = (diameterMm: number | null) => lesion('nodule-1', { volumeMl: null, diameterMm });
    expect(compare([flat(11.4)], [flat(9.8)])).toEqual([['nodule-1', 'nodule-1', 'grown', null]]);
    expect(compare([flat(11.2)], [flat(9.8)])).toEqual([['nodule-1', 'nodule-1', 'stable', null]]);
    expect(compare([flat(8.2)], [flat(9.8)])).toEqual([['nodule-1', 'nodule-1', 'smaller', null]]);
    expect(compare([flat(null)], [flat(9.8)])).toEqual([['nodule-1', 'nodule-1', 'not_comparable', null]]);
  });

  it('have no doubling time without two dates, or of thick slices', () => {
    const grown = [lesion('nodule-1', { volumeMl: 1 })];
    expect(compare(grown, [lesion('nodule-1')], null)).toEqual([['nodule-1', 'nodule-1', 'grown', null]]);
    expect(compare(grown, [lesion('nodule-1')], 180, 5)).toEqual([['nodule-1', 'nodule-1', 'grown', null]]);
  });

  it('leave out what was not found, and what is no lesion', () => {
    const none = lesion('nodule-1', { found: false });
    expect(compare([none, lesion('opacity-1', { type: 'opacity' })], [none])).toEqual([]);
  });

  it('are worded with both sizes', () => {
    const lesions = compareLesions(
      exam([lesion('nodule-1', { volumeMl: 1, diameterMm: 12.4 })]),
      exam([lesion('nodule-1'), lesion('nodule-2', { side: 'left' })]),
      { types, days: 180 },
    );
    const comparison = { reportId: 'lung-1', date: '2026-01-02', days: 180, lesions };
    expect(comparisonRows(comparison, types, () => 'Nodule')).toEqual([
      ['Since 2026-01-02: Nodule', 'Grown: 0.50 to 1.00 ml, 9.8 to 12.4 mm, doubling time 180 days'],
      ['Since 2026-01-02: Earlier nodule', 'Not found any more: left, 0.50 ml, 9.8 mm'],
    ]);
    const none = compareLesions(exam([]), exam([lesion('nodule-1'), lesion('nodule-2')]), {
      types,
      days: null,
    });
    const names = comparisonRows({ ...comparison, lesions: none }, types, () => undefined).map(
      ([name]) => name,
    );
    expect(new Set(names).size).toBe(2);
  });
});

import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import { after, examOf, lesion, reject, type Wish } from './exam-review.test-support.ts';

describe('BI-RADS of a reviewed mammography', () => {
  const category = { system: 'birads', value: '4', parts: { right: '4', left: '3' } };
  const exam = examOf('breast', [lesion('mass-1', 'mass', { side: 'right' }), lesion('mass-2', 'mass')], {
    category,
  });
  const partsAfter = (...wishes: readonly Wish[]) => after(exam, ...wishes).current.reading.category;

  it('keeps the category of the breast that nobody changed', () => {
    expect(partsAfter(reject('mass-1'))).toEqual({
      ...{ system: 'birads', value: '3', parts: { right: '1', left: '3' } },
    });
  });

  it('follows what the reader says of a mass', () => {
    const say = (descriptor: string, to: string): Wish => ({
      kind: 'describe',
      finding: 'mass-2',
      descriptor,
      to,
    });
    expect(partsAfter(say('margin', 'spiculated'))?.parts).toEqual({ right: '4', left: '4' });
    const all = [say('margin', 'spiculated'), say('shape', 'irregular'), say('density', 'high')];
    expect(partsAfter(...all)).toMatchObject({ value: '5', parts: { left: '5' } });
  });

  it('is incomplete for a mass that is added and not described, and suspicious for calcifications', () => {
    const add = (id: string, type: string): Wish => ({ kind: 'add', finding: { id, type, side: 'left' } });
    expect(partsAfter(reject('mass-2'), add('mass-3', 'mass'))?.parts).toEqual({ right: '4', left: '0' });
    expect(partsAfter(add('calcification-1', 'calcification'))?.parts?.left).toBe('4');
  });

  it('is the one that the reader gives, with the reason', () => {
    const { current, now, wording } = after(exam, {
      ...{ kind: 'categorize', to: 2, reason: 'Known for years.' },
    });
    expect(current.reading.category).toMatchObject({ value: '2', parts: { right: '4', left: '3' } });
    expect(wording.trace[0]).toContain('Known for years.');
    expect(wording.conclusion).toMatch(/^BI-RADS 2, benign; routine screening, given by the reader\.$/);
    expect(wording.trace.join(' ')).not.toContain('Exam: ');
    expect(now.category).toMatchObject({ proposed: 4, given: 2 });
  });
});

describe('Lung-RADS of a chest CT whose findings a reader changed', () => {
  const size = (diameterMm: number) => ({ volumeMl: null, diameterMm });
  const nodule = (n: number, diameterMm: number) =>
    lesion(`nodule-${n}`, 'nodule', { diameterMm, facts: { density: 'solid' } });
  const chest = (text: string, values: object, comparison?: StoredExam['comparison']): StoredExam => {
    const id = `lung-rads-2022-${'days' in values ? 'follow-up' : 'baseline'}`;
    const exam = examOf('lung', [nodule(1, 9), nodule(2, 6.4)], {
      ...{ rules: [{ id, values, text }], findings: [text] },
    });
    return { ...exam, ...(comparison && { comparison }) };
  };
  const rule = (exam: StoredExam, ...wishes: readonly Wish[]) => {
    const { current, wording } = after(exam, ...wishes);
    const [found, ...others] = current.reading.rules;
    expect(others).toEqual([]);
    return { ...found, text: wording.findings.find((sentence) => sentence.startsWith('Lung-RADS')) };
  };
  const changes = [
    { finding: 'nodule-1', prior: 'nodule-1', change: 'grown' as const, now: size(9), before: size(7) },
    { finding: 'nodule-2', prior: null, change: 'new' as const, now: size(6.4), before: null },
  ].map((each) => ({ ...each, type: 'nodule', side: 'left', doublingDays: null }));
  const comparison = { reportId: 'lung-1', date: '2026-01-02', days: 90, lesions: changes };

  it('follows from the nodules that are left, as for a baseline', () => {
    const exam = chest('Lung-RADS v2022 by size, as a baseline exam: 4A.', { row: '4A' });
    expect(rule(exam, reject('nodule-1'))).toMatchObject({ values: { row: '3' } });
    expect(rule(exam, reject('nodule-1'), reject('nodule-2'))).toMatchObject({ values: { row: '1' } });
    const to = {
      kind: 'measure',
      finding: 'nodule-2',
      name: 'mean_diameter',
      from: null,
      unit: 'mm',
    } as const;
    expect(rule(exam, { ...to, to: 15 }).text).toMatch(/Nodule 2, solid 15.0 mm: 4B\.$/);
    const added = { id: 'nodule-3', type: 'nodule', side: null, slice: 2 };
    const unsized = rule(exam, { kind: 'add', finding: added });
    expect([unsized.values?.row, unsized.text]).toEqual([null, expect.stringContaining('not given')]);
  });

  it('stays away where the slices allow no row, and where the machine told none', () => {
    const text = 'Lung-RADS v2022 by size, as a baseline exam: not given (slice positions are unknown).';
    expect(rule(chest(text, { row: null }), reject('nodule-1'))).toEqual({ text });
    const none = examOf('lung', [nodule(1, 9)], { rules: [] });
    expect(after(none, reject('nodule-1')).current.reading.rules).toEqual([]);
  });

  it('follows beside the earlier exam too, and leaves open what a reader added', () => {
    const exam = chest('Lung-RADS v2022 beside the exam: 4B.', { row: '4B', days: 90 }, comparison);
    expect(rule(exam, reject('nodule-2')).values).toEqual({ row: '4B', days: 90 });
    expect(rule(exam, reject('nodule-1')).text).toMatch(/: 4A, .* Nodule, solid 6.4 mm, new: 4A\.$/);
    const added = { id: 'nodule-3', type: 'nodule', side: null, slice: 2 };
    const open = rule(exam, reject('nodule-1'), { kind: 'add', finding: added });
    expect(open.values?.row).toBeNull();
    expect(open.text).toContain('growth of a nodule is not judged');
  });
});

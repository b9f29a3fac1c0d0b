import { describe, expect, it } from 'vitest';
import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import { abnormalStructure, code } from '../../reading/code.ts';
import { changesMarks, reviewedLabels } from '../reviewed-labels.ts';
import { reviewedSlice } from './reviewed-slice.ts';

const concept = code('1', 'SCT', 'X');
const segment = (finding: string) => ({ category: abnormalStructure, type: concept, finding });
const words = {
  coding: { findings: {}, segments: { 3: segment('nodule'), 4: segment('glass'), 5: segment('solid') } },
  types: {
    mass: { label: 'Mass', colour: '#000000', concept, urgency: 1, lesion: 'nodule' },
    opacity: { label: 'Opacity', colour: '#000000', concept, urgency: 1, shownAs: ['glass', 'solid'] },
  },
};
const slice = { file: 'slice-0001', width: 6, height: 2 };
const finding = (type: string, found: boolean, mark: object = {}): StoredExamFinding => ({
  ...{ id: `${type}-1`, type, found, probability: 0.5, side: null, volumeMl: null, diameterMm: null },
  facts: {},
  slices: [
    {
      ...{ slice: 0, file: slice.file, score: 1 },
      ...{ box: { x: 0, y: 0, width: 2, height: 1 }, ...mark },
    },
  ],
});
const exam = (...findings: StoredExamFinding[]) => ({ findings }) as unknown as StoredExam;
const versionOf = (machine: StoredExam, current: StoredExam, of: typeof slice = slice) =>
  reviewedSlice({ machine, current }, of, words);
/** A mass at the left, an opacity of both kinds at the right, the lung between them. */
const labels = { width: 6, height: 2, data: Uint8Array.from([3, 3, 1, 1, 4, 5, 1, 1, 1, 1, 1, 4]) };
const shown = (machine: StoredExam, current: StoredExam) => {
  const version = versionOf(machine, current);
  return version && [...reviewedLabels(labels, version).data];
};

describe('a slice of a reviewed exam', () => {
  const machine = exam(finding('mass', true), finding('opacity', true));

  it('is the machine’s where nobody changed a mark on it', () => {
    const version = versionOf(machine, machine);
    expect(version && changesMarks(version)).toBe(false);
  });

  it('is without what was rejected, in every class that shows it', () => {
    const noMass = exam(finding('mass', false), finding('opacity', true));
    expect(shown(machine, noMass)).toEqual([1, 1, 1, 1, 4, 5, 1, 1, 1, 1, 1, 4]);
    const noOpacity = exam(finding('mass', true), finding('opacity', false));
    expect(shown(machine, noOpacity)).toEqual([3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('has what a reader outlined in place of the machine’s', () => {
    const outline = [
      { x: 2, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 2 },
      { x: 2, y: 2 },
    ];
    const drawn = exam(finding('mass', true, { outline }), finding('opacity', true));
    expect(shown(machine, drawn)).toEqual([1, 1, 3, 3, 4, 5, 1, 1, 3, 3, 1, 4]);
  });

  it('has an outlined opacity in the kinds that the machine saw, and in the first kind where it saw none', () => {
    const outline = [
      { x: 2, y: 0 },
      { x: 6, y: 0 },
      { x: 6, y: 1 },
      { x: 2, y: 1 },
    ];
    const drawn = exam(finding('mass', true), finding('opacity', true, { outline }));
    expect(shown(machine, drawn)).toEqual([3, 3, 4, 4, 4, 5, 1, 1, 1, 1, 1, 1]);
    const version = versionOf(exam(), exam(finding('opacity', true, { outline })));
    expect(version && changesMarks(version)).toBe(true);
    expect(version && [...reviewedLabels({ ...labels, data: new Uint8Array(12) }, version).data]).toEqual([
      ...[0, 0, 4, 4, 4, 4],
      ...[0, 0, 0, 0, 0, 0],
    ]);
  });

  it('keeps the marks of merged findings, and takes those of a part that is rejected', () => {
    const at = (id: string, x: number, more: object = {}): StoredExamFinding => ({
      ...finding('mass', true, { box: { x, y: 0, width: 2, height: 1 } }),
      ...{ id, ...more },
    });
    const [one, other] = [at('mass-1', 0), at('mass-2', 4)];
    const masses = { ...labels, data: Uint8Array.from([3, 3, 1, 1, 3, 3, 1, 1, 1, 1, 1, 1]) };
    const left = (machine: StoredExam, current: StoredExam) => {
      const version = versionOf(machine, current);
      return version && [...reviewedLabels(masses, version).data.slice(0, 6)];
    };
    const slices = [...one.slices, ...other.slices];
    const whole = at('mass-1', 0, { slices, madeOf: ['mass-1', 'mass-2'] });
    expect(left(exam(one, other), exam(whole))).toEqual([3, 3, 1, 1, 3, 3]);
    expect(left(exam(one, other), exam())).toEqual([1, 1, 1, 1, 1, 1]);
    // Split into two, of which one was rejected.
    const linked = at('mass-1', 0, { slices });
    expect(left(exam(linked), exam(at('mass-1', 0, { madeOf: ['mass-1'] })))).toEqual([3, 3, 1, 1, 1, 1]);
  });

  it('leaves other slices alone', () => {
    const version = versionOf(machine, exam(), { ...slice, file: 'slice-0002' });
    expect(version && changesMarks(version)).toBe(false);
  });
});

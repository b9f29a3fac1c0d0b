import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import { marksOfSlice, nextFinding, shownFindings, shownSlices } from './exam-marks.ts';

const concept = { value: 'X', scheme: '99SECONDREAD', meaning: 'X' } as const;
const words: Pick<ExamWords, 'types'> = {
  types: { nodule: { label: 'Nodule', colour: '#E69F00', concept, urgency: 40 } },
};

const box = { x: 10, y: 20, width: 5, height: 5 };
const whole = { x: 0, y: 0, width: 64, height: 64 };
const mark = (slice: number, score: number, at = box) => ({
  slice,
  file: `slice-000${slice + 1}`,
  box: at,
  score,
});

function finding(number: number, slices: ReturnType<typeof mark>[], found = true) {
  return {
    ...{ id: `nodule-${number}`, type: 'nodule', found, probability: 0.8, side: 'left' as const },
    ...{ volumeMl: 1.5, diameterMm: 12, slices, facts: {} },
  };
}

const exam: StoredExam = {
  ...{ module: 'lung', kind: 'exam', version: 2, scores: {} },
  reading: {
    facts: {},
    ...{ technique: null, limits: [], rules: [], keySlices: [] },
  },
  findings: [
    finding(1, [mark(2, 0.6), mark(3, 0.9)]),
    finding(2, [mark(0, 0.7), mark(2, 0.2, whole)]),
    finding(3, [mark(1, 0.1)], false),
  ],
  slices: [1, 2, 3, 4].map((sent) => ({
    ...{ file: `slice-000${sent}`, sent, instanceNumber: null, placeMm: sent, message: null },
    ...{ status: sent === 2 ? ('failed' as const) : ('read' as const), width: 64, height: 64 },
  })),
};

describe('the findings of an exam', () => {
  const findings = shownFindings(exam, words);

  it('stand where they are seen best, among the slices that were read', () => {
    expect(shownSlices(exam).map(({ sent }) => sent)).toEqual([1, 3, 4]);
    expect(findings.map(({ label, at, places }) => [label, at, places])).toEqual([
      ['Nodule 1', 2, [1, 2]],
      ['Nodule 2', 0, [0, 1]],
    ]);
    expect(findings[0]?.words).toBe('Left, 12.0 mm, 1.5 ml, slices 3 to 4, model score 80.0 %');
  });

  it('are outlined on their slices, but not where they speak of the whole slice', () => {
    const [, third] = shownSlices(exam);
    if (!third) throw new Error('a slice is missing');
    expect(marksOfSlice(exam, third, findings)).toEqual([
      { id: 'nodule-1', label: 'Nodule 1', colour: '#E69F00', box },
    ]);
  });

  it('have the outline of a reader where one was drawn', () => {
    const outline = [0, 64, 32].map((x) => ({ x, y: x === 32 ? 64 : 0 }));
    const [first] = shownSlices(exam);
    if (!first) throw new Error('a slice is missing');
    const drawn = { ...exam, findings: [finding(2, [{ ...mark(0, 1, whole), ...{ outline } }])] };
    expect(marksOfSlice(drawn, first, findings)).toMatchObject([{ id: 'nodule-2', outline }]);
  });

  it('follow each other in the order of the stack, and begin again at the end', () => {
    expect(nextFinding(findings, 0, 1)?.id).toBe('nodule-1');
    expect(nextFinding(findings, 2, 1)?.id).toBe('nodule-2');
    expect(nextFinding(findings, 2, -1)?.id).toBe('nodule-2');
    expect(nextFinding(findings, 0, -1)?.id).toBe('nodule-1');
    expect(nextFinding([], 0, 1)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import type { ExamWords } from '../report/exam-words.ts';
import type { StoredExam } from '../stored-exam.ts';
import { marksOn } from './slice-marks.ts';

const words = { types: { mass: { colour: '#E69F00' } } } as unknown as ExamWords;

function marks(finding: object, mark: object) {
  const slices = [{ slice: 0, file: 'one', score: 1, ...mark }];
  const exam = {
    slices: [{ file: 'one', width: 100, height: 50 }],
    findings: [{ type: 'mass', found: true, slices, ...finding }],
  };
  return marksOn('one', exam as unknown as StoredExam, words);
}

const box = { x: 10, y: 10, width: 20, height: 20 };

it('marks a finding on its slice by its box, in shares of the picture', () => {
  const points = [
    { x: 0.1, y: 0.2 },
    { x: 0.3, y: 0.2 },
    { x: 0.3, y: 0.6 },
    { x: 0.1, y: 0.6 },
  ];
  expect(marks({}, { box })).toEqual([{ colour: '#E69F00', points }]);
});

it("takes a reader's outline in place of the box", () => {
  const outline = [
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 50, y: 50 },
  ];
  expect(marks({}, { box, outline })[0]?.points).toEqual([
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 1 },
  ]);
});

it('marks nothing that was rejected, lies elsewhere or speaks of the whole slice', () => {
  expect(marks({ found: false }, { box })).toEqual([]);
  expect(marks({}, { box, file: 'two' })).toEqual([]);
  expect(marks({}, { box: { x: 0, y: 0, width: 100, height: 50 } })).toEqual([]);
});

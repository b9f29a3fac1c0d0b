import { examOfReport } from '@second-read/core/exam/report/concluded-exam';
import { urgencyOfExam } from '@second-read/core/exam/report/exam-urgency';
import { wordedExam } from '@second-read/core/exam/report/worded-exam';
import { storedExam } from '@second-read/core/exam/stored-exam';
import { expect, it } from 'vitest';
import { exam } from './brain-ct/exam.ts';
import { after, reject, reviewerOf } from './exam-review.test-support.ts';
import { disc, readSlice, stackFacts } from './exams.test-support.ts';

const bleeding = (x: number, r: number, side: 'left' | 'right') =>
  disc({ x, y: 60, r }, { type: 'haemorrhage', score: 0.95, facts: { side, isNamed: true } });

/** A subdural hematoma on the right with a shift to the left, a small bleeding on the left below it. */
const slices = Array.from({ length: 30 }, (_, index) => {
  const [isHere, isSmall] = [index > 10 && index < 18, index > 2 && index < 6];
  const marks = [...(isHere ? bleeding(30, 14, 'right') : []), ...(isSmall ? bleeding(95, 6, 'left') : [])];
  const shift = isHere
    ? { isShifted: true, shiftMm: 7, shiftShare: 0.05 }
    : { isShifted: false, shiftMm: 0, shiftShare: 0 };
  const facts = { level: 'lateral ventricles', type_sdh: 0.8, haemorrhage: isHere || isSmall ? 0.95 : 0.02 };
  return readSlice(index, { ...facts, ...shift }, { marks });
});

/** What the slices are stored as. */
const stored = slices.map((_, at) => ({
  ...{ file: `slice-${at + 1}`, sent: at + 1, instanceNumber: at + 1, placeMm: 5 * at },
  ...{ status: 'read' as const, message: null, width: 128, height: 128 },
}));

it('keeps type, certainty, shift and urgency of a head where a small bleeding is rejected', () => {
  const { words } = reviewerOf('brain-ct');
  const head = storedExam.parse(
    examOfReport('brain-ct', exam.read(slices, stackFacts), { slices: stored, words }),
  );
  expect(wordedExam(head, words).conclusion).toBe(
    'Suspected acute intracranial hemorrhage on the right, subdural hematoma favored, 21.4 ml (model score 95.0 %). ' +
      'Further hemorrhage: on the left, 1.7 ml. Midline shift to the left of 7.0 mm. Urgent review is advised.',
  );
  const { current, wording } = after(
    head,
    { kind: 'accept', finding: 'haemorrhage-1' },
    reject('haemorrhage-2'),
  );
  expect(wording.conclusion).toBe(
    'Suspected acute intracranial hemorrhage on the right, subdural hematoma favored, 21.4 ml (model score 95.0 %). ' +
      'Midline shift to the left of 7.0 mm. Urgent review is advised.',
  );
  expect(urgencyOfExam(current, words)).toEqual(urgencyOfExam(head, words));
  const others = ({ findings }: typeof head) => findings.filter(({ id }) => id !== 'haemorrhage-2');
  expect(others(current)).toEqual(others(head));
});

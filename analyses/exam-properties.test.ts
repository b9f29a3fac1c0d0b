import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import {
  documentOfExam,
  reject,
  reviewed,
  reviewerOf,
  type Wish,
  withIds,
} from './exam-review.test-support.ts';
import { storedAs } from './exams.test-support.ts';
import { generators, hasOpenQuestion, storedExamAt } from './generated-exams.test-support.ts';
import { urgencyOf } from './stored-reading.ts';

const count = 240;
const none: Omit<StoredExamFinding, 'id' | 'type'> = {
  ...{ found: false, probability: null, side: null, volumeMl: null, diameterMm: null, slices: [], facts: {} },
};

/** What the engine stores of an exam in which it did not see that finding. */
function unseen(exam: StoredExam, gone: StoredExamFinding): StoredExam {
  const { types } = reviewerOf(exam.module).words;
  const absent = (type: string) => types[type]?.absentAs ?? type;
  const others = exam.findings.filter((finding) => finding !== gone);
  const isLast = !others.some(({ type, found }) => found && absent(type) === absent(gone.type));
  const negative = { ...none, id: gone.id, type: absent(gone.type) };
  const findings = isLast ? exam.findings.map((each) => (each === gone ? negative : each)) : others;
  const { module: id, kind: _kind, version: _version, ...content } = exam;
  return storedAs(id, { ...content, findings });
}

/** What is no finding of its own, but may outlive those beside which it was seen. */
const alsoSeen = /Also seen: [^.]*(hyperdens|not listed)/;
const foundIn = ({ findings }: StoredExam) => findings.filter(({ found }) => found);
const after = (exam: StoredExam, ...wishes: readonly Wish[]) => reviewed(exam, withIds(wishes)).current;

describe.each(generators)('a review of a generated exam of %s', (...generator) => {
  const exams = Array.from({ length: count }, (_, at) => storedExamAt(at, generator));

  it('covers exams with several findings, with one and with none', () => {
    const counts = exams.map((exam) => foundIn(exam).length);
    expect(counts.some((n) => n === 0)).toBe(true);
    expect(counts.some((n) => n === 1)).toBe(true);
    expect(counts.some((n) => n > 2)).toBe(true);
  });

  it('that rejects a finding gives the report of the exam without it, and nothing else changes', () => {
    for (const exam of exams)
      for (const finding of foundIn(exam)) {
        const { rejected, ...current } = after(exam, reject(finding.id));
        const without = unseen(exam, finding);
        expect(current).toEqual(without);
        expect(rejected).toEqual([finding]);
        expect(documentOfExam(current)).toEqual(documentOfExam(without));
      }
  });

  it('leaves what stays with its sizes, side, kind, score and slices', () => {
    for (const exam of exams)
      for (const { id } of foundIn(exam)) {
        const kept = exam.findings.filter((finding) => finding.found && finding.id !== id);
        expect(foundIn(after(exam, reject(id)))).toEqual(kept);
      }
  });

  it('that accepts all findings changes nothing but their state', () => {
    for (const exam of exams) {
      const wishes = foundIn(exam).map(({ id }): Wish => ({ kind: 'accept', finding: id }));
      const { current, now } = reviewed(exam, withIds(wishes));
      expect(current).toBe(exam);
      expect(Object.values(now.decisions).map(({ decision }) => decision)).toEqual(
        wishes.map(() => 'accepted'),
      );
    }
  });

  it('is as before once a rejection is undone, or the finding accepted again', () => {
    for (const exam of exams)
      for (const { id } of foundIn(exam)) {
        const [rejection] = withIds([reject(id)]);
        if (!rejection) throw new Error('no change');
        const undo = withIds([{ kind: 'undo', change: rejection.id }]);
        expect(reviewed(exam, [rejection, ...undo]).current).toBe(exam);
        expect(after(exam, reject(id), { kind: 'accept', finding: id })).toBe(exam);
      }
  });

  it('gives the same whatever the order of independent changes', () => {
    for (const exam of exams) {
      const wishes = foundIn(exam).map(
        ({ id }, n): Wish =>
          n % 2 === 0
            ? reject(id)
            : { kind: 'describe', finding: id, descriptor: 'side', to: n % 3 === 0 ? 'left' : 'right' },
      );
      const changes = withIds(wishes);
      const [one, other] = [reviewed(exam, changes), reviewed(exam, changes.toReversed())];
      expect(one.current).toEqual(other.current);
      expect(documentOfExam(one.current)).toEqual(documentOfExam(other.current));
    }
  });

  it('never becomes more urgent by a rejection, and less only by that of what carried the urgency', () => {
    const levels = ['none', 'open', 'finding', 'urgent'];
    const rank = (exam: StoredExam) => levels.indexOf(urgencyOf(exam).level);
    for (const exam of exams)
      for (const finding of foundIn(exam)) {
        const [before, now] = [rank(exam), rank(after(exam, reject(finding.id)))];
        const others = foundIn(exam).filter((each) => each !== finding);
        const alone = rank(others.reduce((so, { id }) => after(so, reject(id)), exam));
        expect(now).toBeLessThanOrEqual(before);
        if (now < before) expect(alone).toBeGreaterThan(now);
      }
  });

  it('calls nothing negative beside what it says was also seen', () => {
    for (const exam of exams) {
      const left = after(exam, ...foundIn(exam).map(({ id }) => reject(id)));
      const text = JSON.stringify(documentOfExam(left));
      if (alsoSeen.test(text))
        expect(text).not.toMatch(/No (intracranial hemorrhage|nodule or mass) identified|: 1, no nodule/);
    }
  });

  it('says on which side each finding of the conclusion lies', () => {
    for (const exam of exams) {
      const { text } = documentOfExam(exam).diagnosis ?? { text: '' };
      for (const { side, type } of foundIn(exam))
        if (side === 'left' || side === 'right')
          if (type !== 'midline shift') expect(text).toMatch(new RegExp(`${side}|both`));
    }
  });
});

it.each(['brain-ct', 'lung'])('of %s, some exams say what was also seen', (id) => {
  const generator = generators.find(([each]) => each === id) ?? generators[0];
  const exams = Array.from({ length: count }, (_, at) => storedExamAt(at, generator));
  expect(exams.some((exam) => alsoSeen.test(JSON.stringify(documentOfExam(exam))))).toBe(true);
});

it('never calls a breast negative while calcifications of it are to be judged', () => {
  const [, , breast] = generators;
  for (let at = 0; at < count; at++) {
    const exam = storedExamAt(at, breast);
    const left = after(exam, ...foundIn(exam).map(({ id }) => reject(id)));
    const { category, views = [] } = left.reading;
    const imaged = new Set(views.map(({ side }) => side));
    const open = Object.fromEntries([...imaged].map((side) => [side, '0']));
    if (hasOpenQuestion(at)) expect(category?.parts).toEqual(open);
  }
});

const order = ['1', '2', '3', '0', '4', '5', '6'];

it('never lowers BI-RADS of a breast by rejecting what did not carry it', () => {
  const [, , breast] = generators;
  for (let at = 0; at < count; at++) {
    const exam = storedExamAt(at, breast);
    for (const finding of foundIn(exam)) {
      const current = after(exam, reject(finding.id));
      for (const side of ['left', 'right'] as const) {
        const rank = ({ reading }: StoredExam) => order.indexOf(reading.category?.parts?.[side] ?? '');
        const isCarried =
          finding.side === side && String(finding.facts.category) === exam.reading.category?.parts?.[side];
        if (!isCarried) expect(rank(current)).toBe(rank(exam));
      }
    }
  }
});

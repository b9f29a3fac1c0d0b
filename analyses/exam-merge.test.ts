import { compareLesions } from '@second-read/core/exam/report/comparison';
import { concludedExam } from '@second-read/core/exam/report/concluded-exam';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { partsToSplit } from '@second-read/core/review/exam/parted-lesion';
import { nextFindingId, usedIds } from '@second-read/core/review/finding-ids';
import { describe, expect, it } from 'vitest';
import {
  after,
  documentOfExam,
  lesion,
  reject,
  reviewed,
  reviewerOf,
  type Wish,
  withIds,
} from './exam-review.test-support.ts';
import { storedAs } from './exams.test-support.ts';
import { generators, storedExamAt } from './generated-exams.test-support.ts';
import { lungRadsOf } from './lung/exam/lung-rads.ts';
import { rows } from './lung/exam/lung-rads-rows.ts';
import { urgencyOf } from './stored-reading.ts';

const count = 240;
const merge = (finding: string, ...others: string[]): Wish => ({ kind: 'merge', finding, others });
const foundIn = ({ findings }: StoredExam) => findings.filter(({ found }) => found);
const made = (exam: StoredExam, ...wishes: readonly Wish[]) => reviewed(exam, withIds(wishes)).current;
const byId = (exam: StoredExam, id: string) => exam.findings.find((finding) => finding.id === id);

/** Pairs of findings that a reader may merge. */
function pairsIn(exam: StoredExam): [StoredExamFinding, StoredExamFinding][] {
  const found = foundIn(exam);
  const pairs = found.flatMap((a, at) =>
    found.slice(at + 1).map((b): [StoredExamFinding, StoredExamFinding] => [a, b]),
  );
  return pairs.filter(([a, b]) => after(exam).refuses(merge(a.id, b.id)) === null);
}

/** Parts of a lesion by its marks: the first of them stays. */
function splitOf(exam: StoredExam, lesion: StoredExamFinding): Wish | null {
  const at = lesion.slices[Math.ceil(lesion.slices.length / 2)]?.slice;
  const { noun } = reviewerOf(exam.module).words;
  const [, ...others] = partsToSplit(lesion, { noun, at });
  if (others.length === 0) return null;
  const { machine } = reviewed(exam, []);
  const first = Number(nextFindingId(lesion.id, usedIds(machine, [])).replace(/^.*-/, ''));
  const start = lesion.id.replace(/\d+$/, '');
  const parts = others.map((marks, n) => ({ id: `${start}${first + n}`, marks }));
  return { kind: 'split', finding: lesion.id, parts };
}

const levels = ['none', 'open', 'finding', 'urgent'];
const rankOf = (exam: StoredExam) => levels.indexOf(urgencyOf(exam).level);
const birads = ['1', '2', '3', '0', '4', '5', '6'];
const rowOf = (exam: StoredExam) => rows.map(String).indexOf(String(lungRadsOf(exam)?.rule.values.row));

describe.each(generators)('merged findings of a generated exam of %s', (...generator) => {
  const exams = Array.from({ length: count }, (_, at) => storedExamAt(at, generator));
  const cases = exams.flatMap((exam) => pairsIn(exam).map(([a, b]) => ({ exam, a, b })));

  it('occur', () => {
    expect(cases.length).toBeGreaterThan(5);
  });

  it('have the marks of both, the sum of volumes, and the diameter of the wider one', () => {
    for (const { exam, a, b } of cases) {
      const whole = byId(made(exam, merge(a.id, b.id)), a.id);
      expect(whole?.slices).toHaveLength(a.slices.length + b.slices.length);
      if (a.volumeMl !== null && b.volumeMl !== null)
        expect(whole?.volumeMl).toBeCloseTo(a.volumeMl + b.volumeMl, 2);
      const isKnown = a.diameterMm !== null && b.diameterMm !== null;
      const widest = Math.max(a.diameterMm ?? 0, b.diameterMm ?? 0);
      expect(whole?.diameterMm ?? null).toBe(isKnown ? widest : null);
      expect(whole?.madeOf).toEqual([a.id, b.id]);
    }
  });

  it('leave all others as they are, and one finding less in a well worded report', () => {
    for (const { exam, a, b } of cases) {
      const { current } = after(exam, merge(a.id, b.id));
      const others = (all: StoredExam) => foundIn(all).filter(({ id }) => id !== a.id && id !== b.id);
      expect(others(current)).toEqual(others(exam));
      expect(foundIn(current)).toHaveLength(foundIn(exam).length - 1);
      expect(current.rejected).toBeUndefined();
    }
  });

  it('never lower a category, a row or the urgency', () => {
    for (const { exam, a, b } of cases) {
      const current = made(exam, merge(b.id, a.id));
      expect(rankOf(current)).toBeGreaterThanOrEqual(rankOf(exam));
      if (exam.module === 'lung' && rowOf(current) >= 0)
        expect(rowOf(current)).toBeGreaterThanOrEqual(rowOf(exam));
      const rank = ({ reading }: StoredExam) => birads.indexOf(reading.category?.value ?? '');
      expect(rank(current)).toBeGreaterThanOrEqual(rank(exam));
    }
  });

  it('are as before once the merging is undone, or they are split', () => {
    for (const { exam, a, b } of cases) {
      const [change] = withIds([merge(a.id, b.id)]);
      if (!change) throw new Error('no change');
      const undo = withIds([{ kind: 'undo', change: change.id }]);
      expect(reviewed(exam, [change, ...undo]).current).toBe(exam);
      expect(made(exam, merge(a.id, b.id), { kind: 'split', finding: a.id })).toBe(exam);
    }
  });

  it('come apart step by step where a merged one was merged', () => {
    for (const exam of exams) {
      const [a, b, c] = foundIn(exam);
      if (!a || !b || !c || after(exam).refuses(merge(a.id, b.id, c.id)) !== null) continue;
      const nested = [merge(b.id, c.id), merge(a.id, b.id)];
      expect(byId(made(exam, ...nested), a.id)?.madeOf).toEqual([a.id, b.id, c.id]);
      expect(made(exam, ...nested, { kind: 'split', finding: a.id })).toEqual(made(exam, merge(b.id, c.id)));
      const apart: Wish[] = [a.id, b.id].map((finding) => ({ kind: 'split', finding }));
      expect(made(exam, ...nested, ...apart)).toBe(exam);
    }
  });

  it('go as one: rejected, the report is that without both', () => {
    for (const { exam, a, b } of cases) {
      const gone = made(exam, merge(a.id, b.id), reject(a.id));
      const both = made(exam, reject(a.id), reject(b.id));
      expect(documentOfExam(gone)).toEqual(documentOfExam(both));
      expect(gone.rejected).toEqual(both.rejected);
    }
  });

  it('are the same whatever the order of independent changes', () => {
    for (const { exam, a, b } of cases) {
      const third = foundIn(exam).find(({ id }) => id !== a.id && id !== b.id);
      if (!third) continue;
      const changes = withIds([merge(a.id, b.id), reject(third.id)]);
      expect(reviewed(exam, changes).current).toEqual(reviewed(exam, changes.toReversed()).current);
    }
  });
});

describe.each(generators)('lesions of a generated exam of %s that are split', (...generator) => {
  const exams = Array.from({ length: count }, (_, at) => storedExamAt(at, generator));
  const cases = exams.flatMap((exam) =>
    foundIn(exam).flatMap((lesion) => {
      const wish = splitOf(exam, lesion);
      return wish && after(exam).refuses(wish) === null ? [{ exam, lesion, wish }] : [];
    }),
  );

  it('occur', () => {
    expect(cases.length).toBeGreaterThan(5);
  });

  it('share its marks and its volume among them', () => {
    for (const { exam, lesion, wish } of cases) {
      const { current } = after(exam, wish);
      const parts = current.findings.filter(({ madeOf }) => madeOf?.includes(lesion.id));
      expect(parts.length).toBeGreaterThan(1);
      const marks = parts.flatMap(({ slices }) => slices).toSorted((a, b) => a.slice - b.slice);
      expect(marks).toEqual(lesion.slices.toSorted((a, b) => a.slice - b.slice));
      const volume = parts.reduce((sum, { volumeMl }) => sum + (volumeMl ?? 0), 0);
      if (lesion.volumeMl !== null) expect(volume).toBeCloseTo(lesion.volumeMl, 1);
      expect(Math.max(...parts.map(({ diameterMm }) => diameterMm ?? 0))).toBeCloseTo(
        lesion.diameterMm ?? 0,
        0,
      );
      expect(current.rejected).toBeUndefined();
    }
  });

  it('are as before once that is undone', () => {
    for (const { exam, wish } of cases) {
      const [change] = withIds([wish]);
      if (!change) throw new Error('no change');
      const undo = withIds([{ kind: 'undo', change: change.id }]);
      expect(reviewed(exam, [change, ...undo]).current).toBe(exam);
    }
  });

  it('have their volume and marks again where the parts are merged', () => {
    for (const { exam, lesion, wish } of cases) {
      const ids = wish.kind === 'split' ? (wish.parts ?? []).map(({ id }) => id) : [];
      if (after(exam, wish).refuses(merge(lesion.id, ...ids)) !== null) continue;
      const whole = byId(made(exam, wish, merge(lesion.id, ...ids)), lesion.id);
      expect(whole?.slices).toHaveLength(lesion.slices.length);
      expect(whole?.volumeMl ?? 0).toBeCloseTo(lesion.volumeMl ?? 0, 1);
      expect(whole?.type).toBe(lesion.type);
    }
  });
});

describe('merged nodules beside an earlier exam', () => {
  const [, lung] = generators;
  const { words } = reviewerOf('lung');
  /** The generated exam beside one in which lesions were smaller, as wide, wider or not there. */
  const exams = Array.from({ length: count }, (_, at) => {
    const exam = storedExamAt(at, lung);
    const earlier = foundIn(exam).flatMap((finding, n) => {
      const scale = [1, 0.7, 0, 0.95][(at + n) % 4] ?? 1;
      if (scale === 0) return [];
      const [mm, ml] = [finding.diameterMm ?? 0, finding.volumeMl ?? 0];
      return [{ ...finding, diameterMm: mm * scale, volumeMl: ml * scale ** 3 }];
    });
    const days = [100, 200, 500][at % 3] ?? 100;
    const [now, before] = [
      { findings: exam.findings, spacingMm: 2 },
      { findings: earlier, spacingMm: 2 },
    ];
    const lesions = compareLesions(now, before, { types: words.types, days });
    const comparison = { reportId: 'lung-1', date: '2026-01-02', days, spacingMm: 2, lesions };
    return concludedExam({ ...exam, comparison }, words);
  });
  const cases = exams.flatMap((exam) => pairsIn(exam).map(([a, b]) => ({ exam, a, b })));

  it('never have a lower row than one of them, and are one row of the comparison', () => {
    let judged = 0;
    for (const { exam, a, b } of cases) {
      const { current } = after(exam, merge(a.id, b.id));
      if (rowOf(current) >= 0 && rowOf(exam) >= 0) judged += 1;
      if (rowOf(current) >= 0) expect(rowOf(current)).toBeGreaterThanOrEqual(rowOf(exam));
      const changes = current.comparison?.lesions.map(({ finding }) => finding) ?? [];
      expect(changes.filter((id) => id === a.id)).toHaveLength(1);
      expect(changes).not.toContain(b.id);
      expect(current.comparison?.lesions.some(({ change }) => change === 'rejected')).toBe(false);
    }
    expect(judged).toBeGreaterThan(20);
  });

  it('are compared with nothing in size where one is a part, whatever became of the other part', () => {
    let compared = 0;
    for (const { exam, a, b } of cases) {
      const wish = splitOf(exam, a);
      const ids = wish?.kind === 'split' ? (wish.parts ?? []).map(({ id }) => id) : [];
      if (!wish || ids.length === 0 || after(exam, wish).refuses(merge(a.id, b.id)) !== null) continue;
      const isBefore = exam.comparison?.lesions.some(({ finding, before }) => finding === a.id && before);
      for (const more of [ids.map(reject), [...ids.map(reject), merge(a.id, b.id)], [merge(a.id, ...ids)]]) {
        const current = made(exam, wish, ...more);
        expect(byId(current, a.id)?.isPart).toBe(true);
        if (!isBefore) continue;
        const change = current.comparison?.lesions.find(({ finding }) => finding === a.id)?.change;
        if (change === 'rejected_before') continue;
        expect(change).toBe('not_comparable');
        const rads = lungRadsOf(current);
        if (rads?.rule.id !== 'lung-rads-2022-follow-up') continue;
        expect(rads.text).toContain('growth not judged');
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });
});

describe('merged nodules of which something is unknown', () => {
  const nodule = (id: string, diameterMm: number | null, facts: StoredExamFinding['facts']) =>
    lesion(id, 'nodule', { diameterMm, facts, slices: [] });
  const exam = (...findings: ExamFinding[]) => {
    const reading = { facts: { lungRads: 'given' }, technique: null, limits: [], rules: [], keySlices: [] };
    return storedAs('lung', { reading, findings, scores: {}, slices: [] });
  };

  it.each([
    ['the size', 5, { density: 'solid' }, null, { density: 'solid' }],
    ['the texture', 12, { density: 'ground-glass' }, 20, {}],
    ['the solid part', 9, { density: 'part-solid', solidMm: 3 }, 9, { density: 'part-solid' }],
    ['the size of the solid part', 9, { density: 'part-solid', solidMm: 3 }, null, { density: 'solid' }],
  ])('have no row of Lung-RADS either: %s', (_, oneMm, one, otherMm, other) => {
    const stored = exam(nodule('nodule-1', oneMm, one), nodule('nodule-2', otherMm, other));
    expect(lungRadsOf(stored)?.rule.values.row).toBeNull();
    for (const wish of [merge('nodule-1', 'nodule-2'), merge('nodule-2', 'nodule-1')])
      expect(lungRadsOf(made(stored, wish))?.rule.values.row).toBeNull();
  });

  it('are still a mass where one of them is', () => {
    const mass = lesion('mass-2', 'mass', { diameterMm: 40, facts: { density: 'solid' }, slices: [] });
    const stored = exam(nodule('nodule-1', null, { density: 'solid' }), mass);
    expect(byId(made(stored, merge('nodule-1', 'mass-2')), 'nodule-1')?.type).toBe('mass');
  });
});

describe('what cannot be one lesion', () => {
  const [brain, lung, breast] = generators;
  const firstWith = (generator: (typeof generators)[number], types: readonly string[], sides: string[]) => {
    for (let at = 0; at < 2000; at++) {
      const exam = storedExamAt(at, generator);
      const found = foundIn(exam);
      for (const a of found)
        for (const b of found)
          if (a !== b && a.type === types[0] && b.type === types[1])
            if (sides.length === 0 || (a.side === sides[0] && b.side === sides[1])) return { exam, a, b };
    }
    return null;
  };

  it.each([
    ['a nodule and an opacity', lung, ['nodule', 'opacity'], [], 'Nodule and Opacity cannot be one lesion.'],
    ['a mass and calcifications', breast, ['mass', 'calcification'], [], /cannot be one lesion/],
    ['masses of both breasts', breast, ['mass', 'mass'], ['right', 'left'], /different sides/],
  ] as const)('is refused: %s', (_, generator, types, sides, why) => {
    const found = firstWith(generator, types, [...sides]);
    if (!found) throw new Error('no such exam was generated');
    const refusal = after(found.exam).refuses(merge(found.a.id, found.b.id));
    expect(refusal).toMatch(why);
  });

  it('is refused once one of them was outlined by hand', () => {
    const found = firstWith(lung, ['nodule', 'nodule'], ['left', 'left']);
    if (!found) throw new Error('no such exam was generated');
    const { exam, a, b } = found;
    const at = (x: number, y: number) => ({ x, y });
    const to = [at(10, 10), at(30, 10), at(30, 30)];
    const outline: Wish = { kind: 'outline', finding: b.id, slice: b.slices[0]?.slice, to };
    expect(after(exam).refuses(merge(a.id, b.id))).toBeNull();
    expect(after(exam, outline).refuses(merge(a.id, b.id))).toContain(`${b.id} was outlined by hand`);
  });

  it('is refused with itself, with what is not there, and with what was rejected', () => {
    const found = firstWith(brain, ['haemorrhage', 'haemorrhage'], []);
    if (!found) throw new Error('no such exam was generated');
    const { exam, a, b } = found;
    expect(after(exam).refuses(merge(a.id, a.id))).toBe('A finding is merged with another one.');
    expect(after(exam).refuses(merge(a.id, 'haemorrhage-99'))).toBe('There is no finding haemorrhage-99.');
    expect(after(exam, reject(b.id)).refuses(merge(a.id, b.id))).toContain('was rejected');
    expect(after(exam, merge(a.id, b.id)).refuses(reject(b.id))).toBe(`There is no finding ${b.id}.`);
    expect(after(exam).refuses({ kind: 'split', finding: a.id })).toContain('was not merged');
  });
});

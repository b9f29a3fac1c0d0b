import { randomUUID } from 'node:crypto';
import { examDocument } from '@second-read/core/exam/report/exam-document';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { type StoredExam, storedExam } from '@second-read/core/exam/stored-exam';
import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { refusalOf } from '@second-read/core/review/check-change';
import { examAsReviewable } from '@second-read/core/review/exam/exam-as-reviewable';
import { reviewOfExam } from '@second-read/core/review/exam/review-of-exam';
import { reviewedExam } from '@second-read/core/review/exam/reviewed-exam';
import { describe, expect, it } from 'vitest';
import { modules } from './catalogue.ts';

const picture = { width: 128, height: 128 };
const withExams = modules.filter(({ examReview }) => examReview !== undefined);

function moduleNamed(id: string) {
  const module = withExams.find(({ manifest }) => manifest.id === id);
  if (!module?.examReview || !module.exam) throw new Error(`${id} reads no exams`);
  return { examReview: module.examReview, words: module.exam };
}

const lesion = (id: string, type: string, more: Partial<ExamFinding> = {}): ExamFinding => ({
  ...{ id, type, found: true, probability: 0.8, side: 'left', volumeMl: 2, diameterMm: 12, facts: {} },
  slices: [{ slice: 1, file: 'slice-2', box: { x: 4, y: 4, width: 9, height: 9 }, score: 0.8 }],
  ...more,
});

function examOf(module: string, findings: readonly ExamFinding[], category?: object): StoredExam {
  const slice = (at: number) => ({
    ...{ file: `slice-${at + 1}`, sent: at + 1, instanceNumber: at + 1, placeMm: 5 * at },
    ...{ status: 'read', message: null, width: 128, height: 128 },
  });
  const views = { values: { views: 2 } };
  return storedExam.parse({
    ...{ module, kind: 'exam', version: 1, scores: {}, findings, slices: [0, 1, 2].map(slice) },
    reading: {
      ...{ module, kind: 'exam', version: 1, conclusion: 'The machine speaks of a lesion.' },
      findings: ['A lesion that the machine names.', 'Sulci: visible.', 'Lungs 4.0 l on the slices read.'],
      ...{ notAssessed: ['Bones are not assessed.'], technique: ['Technique: 3 slices.'], facts: {} },
      rules: ['right', 'left'].map((side) => ({ id: 'x', text: `${side} breast: 1`, ...views })),
      keySlices: [{ slice: 1, file: 'slice-2', shows: 'lesion' }],
      ...(category && { category }),
    },
  });
}

type Wish = Change extends infer C ? (C extends Change ? Omit<C, 'id'> : never) : never;
const withIds = (wishes: readonly Wish[]) => wishes.map((wish) => ({ ...wish, id: randomUUID() }) as Change);

function after(exam: StoredExam, ...wishes: readonly Wish[]) {
  const { examReview, words } = moduleNamed(exam.module);
  const module = reviewOfExam(exam, examReview);
  const machine = examAsReviewable(exam, module.fields);
  const changes = withIds(wishes);
  const now = applyChanges(module, machine, changes, picture);
  const current = reviewedExam(exam, now, examReview);
  const document = examDocument(current, { words, fileName: 'x' }, noHeader);
  // Whatever a reader changes, the report stays well worded.
  expect(wordingFaults(document)).toEqual([]);
  const refuses = (wish: Wish) =>
    refusalOf(withIds([wish])[0] as Change, { fields: module.fields, machine, changes, now, picture });
  return { now, current, text: JSON.stringify(document), refuses };
}

const triangle = [
  { x: 2, y: 3 },
  { x: 22, y: 3 },
  { x: 12, y: 13 },
];
const reject = (finding: string): Wish => ({ kind: 'reject', finding, reason: 'artefact' });
const examples = withExams.map(({ manifest, examReview }) => {
  const [type = ''] = examReview?.fields.types.map((each) => each.type) ?? [];
  return [manifest.id, type, `${type.replace(' ', '-')}-1`] as const;
});

describe.each(examples)('the review of an exam of %s', (module, type, id) => {
  const exam = examOf(module, [lesion(id, type)]);

  it('leaves an exam that nobody changed as it is, also where its finding is accepted', () => {
    expect(after(exam).current).toEqual(exam);
    const { current, now } = after(exam, { kind: 'accept', finding: id });
    expect(current).toEqual(exam);
    expect(now.decisions[id]?.decision).toBe('accepted');
  });

  it('has a rejected finding in no sentence, on no slice and in no measure, and brings it back', () => {
    const { current, text } = after(exam, reject(id));
    expect(storedExam.safeParse(current).error).toBeUndefined();
    expect(current.findings).toMatchObject([
      { id, found: false, volumeMl: null, diameterMm: null, slices: [] },
    ]);
    expect(text).toContain('No finding after review.');
    expect(text).not.toMatch(/machine (speaks|names)|12\.0 mm|2\.0 ml|80\.0 %/);
    expect(text).toContain('Bones are not assessed.');
    expect(current.reading.keySlices).toEqual([]);
    expect(after(exam, reject(id), { kind: 'accept', finding: id }).current.findings).toEqual(exam.findings);
  });

  it('takes a finding that the machine missed, on the slice that shows it', () => {
    const added = id.replace(/1$/, '2');
    const { current, text } = after(exam, {
      kind: 'add',
      finding: { id: added, type, side: 'right', slice: 2 },
    });
    expect(storedExam.safeParse(current).error).toBeUndefined();
    expect(current.findings.at(-1)).toMatchObject({
      ...{ id: added, found: true, probability: null, side: 'right' },
      slices: [{ slice: 2, file: 'slice-3', box: { x: 0, y: 0, width: 128, height: 128 } }],
    });
    expect(current.reading.keySlices.map(({ slice }) => slice)).toEqual([1, 2]);
    expect(text).toContain('(right)');
  });

  it('takes the side from the reader, without a probability', () => {
    const { current } = after(exam, { kind: 'describe', finding: id, descriptor: 'side', to: 'right' });
    expect(current.findings).toMatchObject([{ id, side: 'right', probability: null, volumeMl: 2 }]);
  });

  it('has an outline of the reader on its slice alone, without the size of the old ones, until it is rejected', () => {
    const drawn: Wish = { kind: 'outline', finding: id, to: triangle, slice: 2 };
    const { current, now } = after(exam, drawn);
    expect(storedExam.safeParse(current).error).toBeUndefined();
    const [before] = exam.findings[0]?.slices ?? [];
    const box = { x: 2, y: 3, width: 20, height: 10 };
    const own = { slice: 2, file: 'slice-3', box, score: 1, outline: triangle };
    expect(current.findings).toMatchObject([{ id, volumeMl: null, diameterMm: null, slices: [before, own] }]);
    expect(now.outlines).toEqual({});
    const moved = triangle.map(({ x, y }) => ({ x: x + 1, y }));
    const again = after(exam, drawn, { ...drawn, to: moved });
    expect(again.current.findings[0]?.slices.map(({ outline }) => outline)).toEqual([undefined, moved]);
    expect(after(exam, drawn, reject(id)).current.findings[0]?.slices).toEqual([]);
    const back = after(exam, drawn, reject(id), { kind: 'accept', finding: id });
    expect(back.current.findings[0]?.slices).toMatchObject([before, own]);
    const added = { id: id.replace(/1$/, '2'), type, slice: 0, outline: triangle };
    expect(after(exam, { kind: 'add', finding: added }).current.findings.at(-1)?.slices).toMatchObject([
      { slice: 0, file: 'slice-1', box, outline: triangle },
    ]);
  });

  it('refuses an outline without a slice, on one that was not read or is not there, and outside of it', () => {
    const [first, second, third] = exam.slices;
    const unread = { status: 'refused', message: 'No chest.', width: null, height: null };
    const { refuses } = after(
      storedExam.parse({ ...exam, slices: [first, second, { ...third, ...unread }] }),
    );
    const drawn = (to: readonly { x: number; y: number }[], slice?: number): Wish => ({
      ...{ kind: 'outline', finding: id, to: [...to] },
      ...(slice !== undefined && { slice }),
    });
    expect(refuses(drawn(triangle, 0))).toBeNull();
    expect(refuses(drawn(triangle))).toBe('Say which slice the outline lies on.');
    expect(refuses(drawn(triangle, 3))).toBe('There is no slice 4 to mark.');
    expect(refuses(drawn(triangle, 2))).toContain('Slice 3 was not read');
    expect(
      refuses(
        drawn(
          triangle.map(({ x, y }) => ({ x: x + 107, y })),
          1,
        ),
      ),
    ).toContain('outside');
    const fine = Array.from({ length: 10_000 }, (_, at) => ({
      x: 64 + 20 * Math.cos((at * Math.PI) / 5000),
      y: 64 + 20 * Math.sin((at * Math.PI) / 5000),
    }));
    expect(refuses(drawn(fine, 1))).toContain('10000 vertices');
    expect(refuses({ kind: 'add', finding: { id: id.replace(/1$/, '9'), type, slice: 3 } })).toBe(
      'There is no slice 4 to mark.',
    );
  });
});

it('calls a nodule of more than 30 mm a mass, whose old volume no longer holds', () => {
  const exam = examOf('lung', [lesion('nodule-1', 'nodule')]);
  const { current } = after(exam, {
    ...{ kind: 'measure', finding: 'nodule-1', name: 'mean_diameter', to: 34, unit: 'mm' },
  });
  expect(current.findings).toMatchObject([{ type: 'mass', diameterMm: 34, volumeMl: null }]);
  expect(current.reading.findings).toContain('Lungs 4.0 l on the slices read.');
});

it('words a shift and a kind of bleeding by what the reader says', () => {
  const exam = examOf('brain-ct', [
    lesion('haemorrhage-1', 'haemorrhage', { facts: { bleedingType: 'iph' } }),
  ]);
  const { text, current } = after(
    exam,
    { kind: 'describe', finding: 'haemorrhage-1', descriptor: 'bleedingType', to: 'sdh' },
    { kind: 'add', finding: { id: 'midline-shift-2', type: 'midline shift', side: 'left' } },
    { kind: 'measure', finding: 'midline-shift-2', name: 'shift', to: 7, unit: 'mm' },
  );
  expect(text).toContain('subdural');
  expect(text).toContain('left, 7.0 mm');
  expect(current.reading.findings).toContain('Sulci: visible.');
});

it('says of dilated ventricles what the rule says of the index that the reader measured', () => {
  const type = 'ventricular dilation';
  const exam = examOf('brain-ct', [lesion('ventricular-dilation-1', type, { facts: { evansIndex: 0.34 } })]);
  const measure = (to: number): Wish => ({
    ...{ kind: 'measure', finding: 'ventricular-dilation-1', name: 'evans', from: 0.34, to, unit: 'ratio' },
  });
  expect(after(exam, measure(0.36)).current.reading.rules).toMatchObject([{ values: { index: 0.36 } }]);
  expect(after(exam, measure(0.22)).text).toContain('0.22: by the rule ventricles are not dilated');
  expect(after(exam, reject('ventricular-dilation-1')).current.reading.rules).toEqual([]);
});

describe('BI-RADS of a reviewed mammography', () => {
  const category = { system: 'birads', value: '4', parts: { right: '4', left: '3' } };
  const exam = examOf(
    'breast',
    [lesion('mass-1', 'mass', { side: 'right' }), lesion('mass-2', 'mass')],
    category,
  );
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
    const { current, now } = after(exam, { kind: 'categorize', to: 2, reason: 'Known for years.' });
    expect(current.reading.category).toMatchObject({ value: '2', parts: { right: '4', left: '3' } });
    expect(current.reading.rules.at(-1)?.text).toContain('Known for years.');
    expect(current.reading.conclusion).toMatch(/^BI-RADS 2/);
    expect(now.category).toMatchObject({ proposed: 4, given: 2 });
  });
});

describe('Lung-RADS of a chest CT whose findings a reader changed', () => {
  const size = (diameterMm: number) => ({ volumeMl: null, diameterMm });
  const nodule = (n: number, diameterMm: number) =>
    lesion(`nodule-${n}`, 'nodule', { diameterMm, facts: { density: 'solid' } });
  const chest = (text: string, values: object, more: Partial<StoredExam> = {}): StoredExam => {
    const exam = examOf('lung', [nodule(1, 9), nodule(2, 6.4)]);
    const id = `lung-rads-2022-${'days' in values ? 'follow-up' : 'baseline'}`;
    const rules = [{ id, values, text }] as StoredExam['reading']['rules'];
    return { ...exam, ...more, reading: { ...exam.reading, rules, findings: [text] } };
  };
  const rule = (exam: StoredExam, ...wishes: readonly Wish[]) => {
    const { current, text } = after(exam, ...wishes);
    const [found, ...others] = current.reading.rules;
    expect(others).toEqual([]);
    expect(text).toContain(found?.text);
    return found;
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
    expect(rule(exam, { ...to, to: 15 })?.text).toMatch(/Nodule 2, solid 15.0 mm: 4B\.$/);
    const added = { id: 'nodule-3', type: 'nodule', side: null, slice: 2 };
    const unsized = rule(exam, { kind: 'add', finding: added });
    expect([unsized?.values.row, unsized?.text]).toEqual([null, expect.stringContaining('not given')]);
  });

  it('stays away where the slices allow no row, and where the machine told none', () => {
    const text = 'Lung-RADS v2022 by size, as a baseline exam: not given (slice positions are unknown).';
    expect(rule(chest(text, { row: null }), reject('nodule-1'))?.text).toBe(text);
    const none = { ...chest('', {}), reading: examOf('lung', []).reading };
    expect(after(none, reject('nodule-1')).current.reading.rules).toEqual([]);
  });

  it('follows beside the earlier exam too, and leaves open what a reader added', () => {
    const exam = chest('Lung-RADS v2022 beside the exam: 4B.', { row: '4B', days: 90 }, { comparison });
    expect(rule(exam, reject('nodule-2'))?.values).toEqual({ row: '4B', days: 90 });
    expect(rule(exam, reject('nodule-1'))?.text).toMatch(/: 4A, .* Nodule, solid 6.4 mm, new: 4A\.$/);
    const added = { id: 'nodule-3', type: 'nodule', side: null, slice: 2 };
    const open = rule(exam, reject('nodule-1'), { kind: 'add', finding: added });
    expect(open?.values.row).toBeNull();
    expect(open?.text).toContain('growth of a nodule is not judged');
  });
});

import { storedExam } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import { modules } from './catalogue.ts';
import { after, examOf, lesion, reject, type Wish } from './exam-review.test-support.ts';

const withExams = modules.filter(({ examReview }) => examReview !== undefined);

const triangle = [
  { x: 2, y: 3 },
  { x: 22, y: 3 },
  { x: 12, y: 13 },
];
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
    expect(text).toMatch(/right/i);
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
    expect(refuses(drawn(triangle))).toBe('Say which image the outline lies on.');
    expect(refuses(drawn(triangle, 3))).toBe('There is no image 4 to mark.');
    expect(refuses(drawn(triangle, 2))).toContain('Image 3 was not read');
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
      'There is no image 4 to mark.',
    );
  });
});

it('calls a nodule of more than 30 mm a mass, whose old volume no longer holds', () => {
  const exam = examOf('lung', [lesion('nodule-1', 'nodule')], { facts: { lungLitres: 4 } });
  const { current, wording } = after(exam, {
    ...{ kind: 'measure', finding: 'nodule-1', name: 'mean_diameter', to: 34, unit: 'mm' },
  });
  expect(current.findings).toMatchObject([{ type: 'mass', diameterMm: 34, volumeMl: null }]);
  expect(wording.findings).toContain('Lung volume 4.0 l on the slices read.');
});

it('words a shift and a kind of bleeding by what the reader says', () => {
  const exam = examOf('brain-ct', [
    lesion('haemorrhage-1', 'haemorrhage', { facts: { bleedingType: 'iph' } }),
  ]);
  const { text, wording } = after(
    exam,
    { kind: 'describe', finding: 'haemorrhage-1', descriptor: 'bleedingType', to: 'sdh' },
    { kind: 'add', finding: { id: 'midline-shift-2', type: 'midline shift', side: 'left' } },
    { kind: 'measure', finding: 'midline-shift-2', name: 'shift', to: 7, unit: 'mm' },
  );
  expect(text).toContain('subdural');
  expect(text).toContain('Midline shift to the left of 7.0 mm, above 5 mm');
  expect(wording.findings).toContain('Sulci: visible.');
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

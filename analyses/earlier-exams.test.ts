import { readFileSync } from 'node:fs';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import type { ReportDocument } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { documentOfExam, reject, reviewed, withIds } from './exam-review.test-support.ts';

/** Exams as version 1 of their reading stored them, each with the report that it gave. */
const fixture = new URL('fixtures/exams-of-version-1.json', import.meta.url);
const recorded: { stored: { module: string }; document: ReportDocument }[] = JSON.parse(
  readFileSync(fixture, 'utf8'),
);
const earlier = (module: string) => {
  const exam = examOfReading(recorded.find(({ stored }) => stored.module === module)?.stored);
  if (exam === undefined) throw new Error(`no exam of ${module}`);
  return exam;
};
const textAfter = (module: string, ...ids: readonly string[]) =>
  JSON.stringify(documentOfExam(reviewed(earlier(module), withIds(ids.map(reject))).current));

describe.each(recorded)('an exam of $stored.module that was stored in sentences', ({ stored, document }) => {
  it('gives the report that it gave, to the byte', () => {
    const exam = earlier(stored.module);
    expect(exam.version).toBe(2);
    const { table, ...rest } = documentOfExam(exam);
    // Since then rows also say in code whether the finding is there.
    const rows = table?.rows.map((row) => row.slice(0, 3));
    expect({ ...rest, ...(table && { table: { ...table, rows } }) }).toEqual(document);
  });

  it('stays as it is where its findings are accepted', () => {
    const exam = earlier(stored.module);
    const wishes = exam.findings.map(({ id }) => ({ kind: 'accept', finding: id }) as const);
    expect(reviewed(exam, withIds(wishes)).current).toBe(exam);
  });
});

it('keeps of a head what a review leaves: shift, ventricles and what was said of no finding', () => {
  const text = textAfter('brain-ct', 'haemorrhage-1');
  expect(text).toContain('Midline shift to the left of 7.8 mm. Dilated ventricles.');
  expect(text).toContain('Basal cisterns: visible (CSF 4.3 %).');
  expect(text).not.toContain('33.2 ml');
});

it('keeps of a chest the other lesion with its row of Lung-RADS, and the opacities', () => {
  const text = textAfter('lung', 'nodule-1');
  expect(text).toContain(
    'Part-solid nodule of 10 mm in the left lung. Opacities in the right lung (20.0 % of it',
  );
  expect(text).toMatch(/Lung-RADS v2022 by size, as a baseline exam: 3,/);
  expect(text).not.toContain('40 mm');
});

it('keeps of a mammography the breast that was not reviewed, and never lowers it', () => {
  const text = textAfter('breast', 'mass-1');
  expect(text).toContain('Right breast: BI-RADS 0. Left breast: BI-RADS 1, negative');
});

it('shows a finding of a reviewed mammography on the views that it names, and on no other', () => {
  const exam = earlier('breast');
  const findings = exam.findings.map((each) => ({
    ...each,
    slices: each.slices.map((mark) => ({ ...mark, slice: 0 })).slice(0, 1),
    facts: { ...each.facts, views: 'MLO' },
  }));
  const size = { name: 'mean_diameter', to: 9, unit: 'mm' } as const;
  const changes = withIds([{ kind: 'measure', finding: 'mass-1', ...size }]);
  const text = JSON.stringify(documentOfExam(reviewed({ ...exam, findings }, changes).current));
  expect(text).toContain('Left breast: mass of 9 mm on MLO alone, unmatched on CC');
});

import { examDocument } from '@second-read/core/exam/report/exam-document';
import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { expect, it } from 'vitest';
import { moduleOf } from './catalogue.ts';
import { generators, storedExamAt } from './generated-exams.test-support.ts';

it.each(generators)('an exam of %s keeps the rules of wording in all its states', (...generator) => {
  const { exam: words } = moduleOf(generator[0]);
  if (!words) throw new Error(`${generator[0]} reads no exams`);
  const faults = Array.from({ length: 240 }, (_, at) => {
    const stored = storedExamAt(at, generator);
    return wordingFaults(examDocument(stored, { words, fileName: 'x' }, noHeader));
  }).flat();
  expect([...new Set(faults)]).toEqual([]);
});

it.each(generators)(
  'an exam of %s without a marked slice names the image that stands for it',
  (...generator) => {
    const { exam: words } = moduleOf(generator[0]);
    if (!words) throw new Error(`${generator[0]} reads no exams`);
    const labels = Array.from({ length: 240 }, (_, at) => storedExamAt(at, generator))
      .filter(({ reading }) => reading.keySlices.length === 0)
      .map((exam) => examDocument(exam, { words, fileName: 'x' }, noHeader).images[0]?.label);
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label).toMatch(/^(Slice \d+|View \d|(Left|Right) (CC|MLO))/);
  },
);

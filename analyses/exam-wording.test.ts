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

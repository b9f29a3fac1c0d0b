import { expect, it } from 'vitest';
import { passedOverWords, tooLarge } from './passed-over.ts';

it('names the first files that were passed over, and counts the others', () => {
  const size = 130 * 1024 * 1024;
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => tooLarge({ name, size }, 128 * 1024 * 1024));
  const why = '(130 MB, larger than the upload limit of 128 MB)';
  expect(passedOverWords(files)).toBe(`5 files were skipped: a ${why}, b ${why}, c ${why} and 2 more.`);
  expect(passedOverWords(files.slice(0, 1))).toBe(`1 file was skipped: a ${why}.`);
  expect(passedOverWords([])).toBe('');
});

it('never says that a file is as large as the limit it exceeds', () => {
  expect(tooLarge({ name: 'a', size: 128 * 1024 * 1024 + 1 }, 128 * 1024 * 1024).why).toContain('129 MB');
});

// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { scaleBarOf } from '../pictures/scale-bar.ts';
import { keepPrintOptions, printOptions, usualPaper } from './print-options.ts';

afterEach(() => localStorage.clear());

it.each([
  ['en-US', 'letter'],
  ['en-GB', 'a4'],
  ['es-MX', 'letter'],
  ['de', 'a4'],
])('the usual paper of %s is %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper);
});

it('is kept in this browser', () => {
  keepPrintOptions({ paper: 'a4', plainWords: true });
  expect(printOptions()).toEqual({ paper: 'a4', plainWords: true });
});

it('falls back where something else is stored', () => {
  localStorage.setItem('print-options', '{"paper":"A3"}');
  expect(printOptions()).toEqual({ paper: usualPaper(navigator.language), plainWords: false });
});

it.each([
  [300, { mm: 100, words: '10 cm' }],
  [12, { mm: 2, words: '2 mm' }],
  [2, null],
])('a picture %s mm wide has the bar %o', (widthMm, bar) => {
  expect(scaleBarOf(widthMm)).toEqual(bar);
});

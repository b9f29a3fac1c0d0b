// @vitest-environment jsdom

import { scaleBarOf } from '@second-read/contract/paper/pictures/scale-bar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSession, startSession } from '../../../api/account/session.ts';
import { accountItem } from '../../../storage/browser-storage.ts';
import { loginReply } from '../../../testing/fixtures.ts';
import { keepPrintOptions, printOptions, usualPaper } from './print-options.ts';

beforeEach(() => startSession(loginReply));
afterEach(clearSession);

it.each([
  ['en-US', 'letter'],
  ['en-GB', 'a4'],
  ['es-MX', 'letter'],
  ['de', 'a4'],
])('the usual paper of %s is %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper);
});

it('is kept in this browser for the account', () => {
  keepPrintOptions({ paper: 'a4', plainWords: true });
  expect(printOptions()).toEqual({ paper: 'a4', plainWords: true });
});

it('falls back where something else is stored', () => {
  accountItem('printOptions').write('{"paper":"A3"}');
  expect(printOptions()).toEqual({ paper: usualPaper(navigator.language), plainWords: false });
});

it.each([
  [300, { mm: 100, words: '10 cm' }],
  [12, { mm: 2, words: '2 mm' }],
  [2, null],
])('a picture %s mm wide has the bar %o', (widthMm, bar) => {
  expect(scaleBarOf(widthMm)).toEqual(bar);
});

import { expect, it } from 'vitest';
import { helpPageOf } from './help-page-of.ts';

it.each([
  ['/administration/alarms', false, 'administrator'],
  ['/audit-trail', false, 'administrator'],
  ['/cervix-analysis', true, 'phone'],
  ['/cervix-analysis', false, 'reader'],
  ['/analysis/breast-1', false, 'reader'],
])('%s opens its page of the handbook first (narrow: %s): %s', (pathname, isNarrow, page) => {
  expect(helpPageOf(pathname, isNarrow)).toBe(page);
});

import { expect, it } from 'vitest';
import { insertAt } from './insert-at.ts';

it.each([
  ['', 0, 0, 'No change.', 'No change.', 10],
  ['Mass.', 5, 5, 'No change.', 'Mass. No change.', 16],
  ['Mass. Benign.', 6, 6, 'No change.', 'Mass. No change. Benign.', 16],
  ['Mass is old.', 8, 11, 'new', 'Mass is new.', 11],
] as const)('sets a phrase into "%s" from %i to %i', (text, from, to, phrase, whole, caret) => {
  expect(insertAt(text, phrase, { from, to })).toEqual({ text: whole, caret });
});

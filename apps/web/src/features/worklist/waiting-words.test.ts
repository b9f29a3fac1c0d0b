import { expect, it } from 'vitest';
import { waitingWords } from './waiting-words.ts';

it.each([
  [-3, '0 min'],
  [59, '0 min'],
  [240, '4 min'],
  [11_400, '3 h 10 min'],
  [190_800, '2 d 5 h'],
])('%i seconds are %s', (seconds, words) => {
  expect(waitingWords(seconds)).toBe(words);
});

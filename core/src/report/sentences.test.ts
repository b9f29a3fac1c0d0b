import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

it('ends a sentence at its point, not within a number', () => {
  expect(sentencesOf('Shift of 5.8 mm (0.31). Dilated ventricles. 2 masses.')).toEqual([
    'Shift of 5.8 mm (0.31).',
    'Dilated ventricles.',
    '2 masses.',
  ]);
});

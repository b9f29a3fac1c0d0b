import { expect, it } from 'vitest';
import { inOrder, sentencesOf } from './sentences.ts';

it('ends a sentence at its point, not within a number', () => {
  expect(sentencesOf('Shift of 5.8 mm (0.31). Dilated ventricles. 2 masses.')).toEqual([
    'Shift of 5.8 mm (0.31).',
    'Dilated ventricles.',
    '2 masses.',
  ]);
});

it('puts findings first, then what was not assessed, then technique and limits, each once', () => {
  expect(
    inOrder([
      'Technique: one axial slice.',
      'Midline shift: not assessed, since no slice shows the midline.',
      'Nodule 1: solid, 9.4 mm.',
      'A single slice cannot give a Lung-RADS category.',
      'Not assessed: pleura.',
      'Nodule 1: solid, 9.4 mm.',
      '3 of 40 slices were not read; see the list of slices.',
    ]),
  ).toEqual({
    findings: ['Nodule 1: solid, 9.4 mm.'],
    notAssessed: [
      'Midline shift: not assessed, since no slice shows the midline.',
      'Not assessed: pleura.',
      '3 of 40 slices were not read; see the list of slices.',
    ],
    technique: ['Technique: one axial slice.', 'A single slice cannot give a Lung-RADS category.'],
  });
});

it.each([
  'Grouped calcifications: 7 bright spots; morphology and distribution not assessed.',
  'No mass identified on this view.',
])('keeps "%s" with the findings', (sentence) => {
  expect(inOrder([sentence]).findings).toEqual([sentence]);
});

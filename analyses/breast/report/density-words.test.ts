import { expect, it } from 'vitest';
import type { BreastReading, compositions } from '../reading/schema.ts';
import { densityComment } from './density-words.ts';

function sentenceOf(
  composition: (typeof compositions)[number] | null,
  certainty: number | null,
  density: number,
  { reviewed = false } = {},
) {
  const base = { reason: null, measurements: [], region: null, side: null };
  const tissue = { ...base, id: 'breast-tissue-1', type: 'breast tissue', state: 'found', certainty };
  const facts = { malignant: null, abnormal: null, density, percentDensity: 26.1 };
  const reading = {
    reviewed,
    findings: [{ ...tissue, descriptors: { composition } }],
    facts,
  };
  return densityComment(reading as unknown as BreastReading)[0];
}

it.each([
  ['fatty', 80, 1.1, 'This breast is almost entirely fatty (BI-RADS density a).'],
  [
    ...(['fatty', 45, 1.49] as const),
    'BI-RADS density a or b: almost entirely fatty or scattered areas of fibroglandular density.',
  ],
  [
    ...(['scattered', 49.9, 1.6] as const),
    'BI-RADS density a or b: almost entirely fatty or scattered areas of fibroglandular density.',
  ],
  [
    ...(['scattered', 50, 1.6] as const),
    'This breast shows scattered areas of fibroglandular density (BI-RADS density b).',
  ],
  [
    ...(['heterogeneous', 40, 3.4] as const),
    'BI-RADS density c or d: heterogeneously dense or extremely dense, which lowers the sensitivity of mammography.',
  ],
  [
    ...(['extreme', 40, 4.2] as const),
    'This breast is extremely dense, which lowers the sensitivity of mammography (BI-RADS density d).',
  ],
] as const)(
  'a %s breast at %d %% and %d is told in one sentence',
  (composition, certainty, density, words) => {
    expect(sentenceOf(composition, certainty, density)).toBe(words);
  },
);

it('says nothing where the composition is not told', () => {
  expect(sentenceOf(null, 80, 1)).toBeUndefined();
});

it('leaves the category to a reader who stated it', () => {
  expect(sentenceOf('fatty', null, 1.1, { reviewed: true })).toBe('This breast is almost entirely fatty.');
});

import { expect, it } from 'vitest';
import type { BreastReading, compositions } from '../reading/schema.ts';
import { densityComments } from './density-words.ts';

function aidOf(
  composition: (typeof compositions)[number] | null,
  certainty: number | null,
  density: number,
  { reviewed = false, origin = 'engine' } = {},
) {
  const base = { reason: null, measurements: [], region: null, side: null };
  const tissue = { ...base, id: 'breast-tissue-1', type: 'breast tissue', state: 'found', certainty };
  const facts = { malignant: null, abnormal: null, density, percentDensity: 26.1 };
  const reading = {
    origin,
    reviewed,
    findings: [{ ...tissue, descriptors: { composition } }],
    facts,
  };
  return densityComments(reading as unknown as BreastReading)[1];
}

const area = 'fibroglandular area of the breast 26.1 % (8 points off on average)';

it.each([
  ['fatty', 80, 1.1, 'a'],
  ['fatty', 45, 1.49, 'a or b'],
  ['scattered', 49.9, 1.6, 'a or b'],
  ['scattered', 50, 1.6, 'b'],
  ['heterogeneous', 40, 3.4, 'c or d'],
  ['extreme', 40, 4.2, 'd'],
] as const)('a %s breast at %d %% and %d is told as %s', (composition, certainty, density, letters) => {
  expect(aidOf(composition, certainty, density)).toBe(`As an aid: BI-RADS density ${letters}; ${area}.`);
});

it('says nothing where the composition is not told', () => {
  expect(aidOf(null, 80, 1)).toBeUndefined();
});

it('leaves the category to a reader who stated it', () => {
  expect(aidOf('extreme', null, 1.1, { reviewed: true })).toBe(`As an aid: ${area}.`);
});

it('knows no error of what another program measured', () => {
  expect(aidOf('scattered', 60, 1.6, { origin: 'wire' })).toBe(
    'As an aid: BI-RADS density b; fibroglandular area of the breast 26.1 %.',
  );
});

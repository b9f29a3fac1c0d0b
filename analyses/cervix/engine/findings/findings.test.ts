import { mask } from '@second-read/core/pixels/plane';
import { expect, it } from 'vitest';
import { type Evidence, findingsOf } from './findings.ts';

const cervix = { ...mask(4, 4), data: new Uint8Array(16).fill(1) };
const none = mask(4, 4);

/** A whole cervix with a lesion map, weighed by made-up probabilities. */
function evidence(changes: Partial<Evidence>): Evidence {
  return {
    regions: { cervix, lesion: none, junction: none, junctionSurer: none, lesionShare: 0.2, lesionPeak: 1 },
    colour: { whiteness: 0, edge: 0, map: { width: 4, height: 4, data: new Float32Array(16) } },
    swede: {
      acetowhiteness: 2,
      margin: null,
      size: null,
      quadrants: 1,
      diameterMm: null,
      expectedAcetowhite: 1,
    },
    presence: 0.9,
    lesionReported: true,
    notNegative: 0.7,
    swedeFromFive: 0.5,
    ...changes,
  };
}

const abnormality = (changes: Partial<Evidence>) => {
  const { found, confidence } = findingsOf(evidence(changes))[2] ?? {};
  return { found, confidence: Math.round(confidence ?? -1) };
};

it('an abnormality states the probability that decides it, whatever the lesion says', () => {
  expect(abnormality({ notNegative: 0.7, presence: 0.1, lesionReported: false })).toEqual({
    found: true,
    confidence: 70,
  });
  expect(abnormality({ notNegative: 0.2, presence: 0.9, swedeFromFive: 0.9 })).toEqual({
    found: false,
    confidence: 80,
  });
});

const attributesOf = (changes: Partial<Evidence>, type: string) =>
  findingsOf(evidence(changes)).find((finding) => finding.type === type)?.attributes;

it.each([
  [2, 'Dense acetowhite epithelium; grade not assessed'],
  [1, 'Thin acetowhite epithelium; grade not assessed'],
])(
  'an abnormality of whiteness %i is named without a grade and without invasion',
  (acetowhiteness, words) => {
    // Nine tenths of the cervix, as sure as can be.
    const regions = { ...evidence({}).regions, lesion: cervix, lesionShare: 0.9 };
    const swede = { ...evidence({}).swede, acetowhiteness };
    expect(attributesOf({ regions, swede, notNegative: 0.99 }, 'abnormality')?.abnormality_type).toBe(words);
  },
);

it('surface and junction are not assessed, also where a junction is outlined', () => {
  const regions = { ...evidence({}).regions, junction: cervix };
  expect(attributesOf({ regions }, 'cervical tissue')?.cervical_density).toMatch(
    /surface and squamocolumnar junction not assessed$/,
  );
});

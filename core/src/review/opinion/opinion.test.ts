import { describe, expect, it } from 'vitest';
import type { ReviewFields } from '../review-module.ts';
import { agreementOf } from './agreement.ts';
import { compareOpinions } from './compare-opinions.ts';
import { isAbnormal, type Opinion, opinionRefusal } from './opinion.ts';

const type = (name: string, hasSide = true) => ({
  ...{ type: name, label: name, canAdd: true, hasSide, descriptors: [], measurements: [] },
});
const fields: ReviewFields = {
  types: [type('mass'), type('node', false), { ...type('tissue'), isAlwaysThere: true }],
  categories: [1, 2, 4].map((value) => ({ value, label: `BI-RADS ${value}` })),
};
const plain: ReviewFields = { ...fields, categories: [] };
const says = (category: number | null, ...findings: Opinion['findings']): Opinion => ({ category, findings });
const mass = (side: 'left' | 'right' | 'both' | null) => ({ type: 'mass', side });
const picture = { width: 100, height: 80 };

describe('agreement', () => {
  it('is what Cohen gives for his kind of table', () => {
    // 20 + 15 of 50 agree, marginals 25/50 and 30/50: kappa 0.4 (a textbook example).
    const { n, observed, kappa } = agreementOf({ both: 20, firstOnly: 5, secondOnly: 10, neither: 15 });
    expect([n, observed, kappa?.toFixed(3)]).toEqual([50, 0.7, '0.400']);
  });

  it('has no kappa where both call everything normal, and nothing without cases', () => {
    expect(agreementOf({ both: 0, firstOnly: 0, secondOnly: 0, neither: 9 })).toMatchObject({
      ...{ observed: 1, kappa: null },
    });
    expect(agreementOf({ both: 0, firstOnly: 0, secondOnly: 0, neither: 0 }).observed).toBeNull();
  });
});

describe('two opinions', () => {
  it.each([
    ['the same side', says(null, mass('left')), says(null, mass('left')), true],
    ['other sides', says(null, mass('left')), says(null, mass('right')), false],
    ['a side that one does not state', says(null, mass('left')), says(null, mass(null)), true],
    [
      'both sides in one and in two findings',
      says(null, mass('both')),
      says(null, mass('left'), mass('right')),
      true,
    ],
    ['a finding that one alone sees', says(null), says(null, mass('left')), false],
    ['nothing in either', says(null), says(null), true],
  ])('with %s', (_words, one, other, agrees) => {
    expect(compareOpinions(one, other, plain).agrees).toBe(agrees);
  });

  it('with other categories differ, and each line says what each of the two says', () => {
    const { lines, agrees } = compareOpinions(says(4, mass('left')), says(2, mass('left')), fields);
    expect(agrees).toBe(false);
    expect(lines).toEqual([
      { label: 'Category', one: 'BI-RADS 4', other: 'BI-RADS 2', agrees: false },
      { label: 'mass', one: 'left', other: 'left', agrees: true },
    ]);
  });
});

describe('an opinion', () => {
  it('is abnormal by its category, and without one by its findings', () => {
    expect(isAbnormal(says(2, mass('left')))).toBe(false);
    expect(isAbnormal(says(4))).toBe(true);
    expect(isAbnormal(says(null, mass(null)))).toBe(true);
  });

  it.each([
    ['Give a category.', says(null), fields],
    ['There is no category 9.', says(9), fields],
    ['This module gives no category.', says(2), plain],
    ['There are no findings of the type "tissue".', says(null, { type: 'tissue', side: null }), plain],
    ['node has no side.', says(null, { type: 'node', side: 'left' }), plain],
    ['There is no image 3.', says(null, { ...mass('left'), slice: 2 }), { ...plain, slices: 2 }],
    ['A mark lies outside of the picture.', says(null, { ...mass('left'), place: { x: 101, y: 3 } }), plain],
    [
      'A mark lies outside of the picture.',
      says(null, { ...mass('left'), slice: 1, place: { x: 60, y: 3 } }),
      { ...plain, slices: 2, slicePictures: [null, { width: 50, height: 50 }] },
    ],
  ])('is refused: %s', (sentence, opinion, given) => {
    expect(opinionRefusal(opinion, { fields: given, picture })).toBe(sentence);
  });
});

/**
 * Words of the BI-RADS lexicon for the numbered fields, as a report dictates them; those of the specification
 * stand in `words.ts`.
 */
export const marginWords: Readonly<Record<number, string>> = {
  1: 'circumscribed',
  2: 'indistinct',
  3: 'spiculated',
};
export const shapeWords: Readonly<Record<number, string>> = { 1: 'oval', 2: 'round', 3: 'irregular' };
export const massDensityWords: Readonly<Record<number, string>> = {
  1: 'low-density',
  2: 'equal-density',
  3: 'high-density',
};

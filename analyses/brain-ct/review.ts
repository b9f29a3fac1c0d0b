import { noReview, type ReviewModule } from '@second-read/core/review/review-module';
import { brainReading } from './reading/schema.ts';
import { fields } from './review/fields.ts';
import { described, measured, outlined, rejected } from './review/findings.ts';
import { withMassEffect } from './review/mass-effect.ts';
import { withWords } from './review/words.ts';

/** What a clinician may change in the report of a head CT: each line's sign, sides and measures. */
export const review: ReviewModule = {
  ...noReview,
  fields,
  rejected,
  described,
  measured,
  outlined,
  added: (type, id) => {
    throw new Error(`every report has the line ${type}: ${id} is not added but stated`);
  },
  concluded: (reading) => {
    const parsed = withMassEffect(brainReading.parse(reading));
    const bleeding = parsed.findings.find(({ type }) => type === 'haemorrhage');
    return withWords({
      ...parsed,
      // A reader who states a sign has drawn a conclusion where the slice alone allowed none.
      conclusion: 'drawn',
      facts: { ...parsed.facts, statedConfidence: bleeding?.certainty ?? null },
    });
  },
};

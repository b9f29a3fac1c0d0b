import { withoutSentences } from '@second-read/core/reading/told';
import { noReview, type ReviewModule } from '@second-read/core/review/review-module';
import { cervixReading } from './reading/schema.ts';
import { fields } from './review/fields.ts';
import { added, outlined, rejected } from './review/findings.ts';
import { swedeOf } from './review/swede-of.ts';

/** What a clinician may change in the report of a cervix photograph; the parts of the Swede score follow. */
export const review: ReviewModule = {
  ...noReview,
  fields,
  rejected,
  outlined,
  added,
  concluded: (reading) => {
    const parsed = cervixReading.parse(reading);
    return { ...parsed, ...withoutSentences, swede: swedeOf(parsed) };
  },
};

import { withoutSentences } from '@second-read/core/reading/told';
import { noReview, type ReviewModule } from '@second-read/core/review/review-module';
import { type LungReading, lungReading } from './reading/schema.ts';
import { fields } from './review/fields.ts';
import { added, described, measured, outlined, rejected } from './review/findings.ts';

/**
 * What a clinician may change in the report of a chest slice; the size row of Lung-RADS follows the diameter.
 */
export const review: ReviewModule = {
  ...noReview,
  fields,
  rejected,
  described,
  measured,
  outlined,
  added,
  concluded: (reading) => {
    const parsed = lungReading.parse(reading);
    return { ...parsed, ...withoutSentences, facts: { ...parsed.facts, ...countsOf(parsed) } };
  },
};

/** Shares were measured on what the engine outlined: they fall with the opacities that a reader rejects. */
function countsOf({ findings, facts }: LungReading): Partial<LungReading['facts']> {
  const found = findings.filter(({ state }) => state === 'found');
  const nodules = { nodules: found.filter(({ type }) => type === 'nodule').length };
  const opacities = findings.filter(({ type }) => type !== 'nodule');
  const isMeasured = opacities.every(({ state, certainty, measurements }) =>
    state === 'found' ? measurements.length > 0 : certainty !== null || measurements.length > 0,
  );
  if (isMeasured) return nodules;
  const none = { opacityShare: null, opacityShareLeft: null, opacityShareRight: null };
  return { ...nodules, ...none, anyOpacity: found.length > nodules.nodules ? facts.anyOpacity : null };
}

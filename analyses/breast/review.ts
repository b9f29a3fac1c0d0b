import { withoutSentences } from '@second-read/core/reading/told';
import { noReview, type ReviewModule } from '@second-read/core/review/review-module';
import { breastFindings, breastReading } from './reading/schema.ts';
import { isLeftToReader } from './report/impression.ts';
import { biradsOf, leadOf } from './review/category.ts';
import { fields } from './review/fields.ts';
import { added, outlined, rejected } from './review/findings.ts';

/**
 * What a clinician may change in the report of a mammogram; the BI-RADS category follows from the findings.
 */
export const review: ReviewModule = {
  ...noReview,
  fields,
  rejected,
  outlined,
  lead: (parts) => {
    const lead = leadOf(breastFindings.parse(parts));
    return parts.find(({ id }) => id === lead?.id);
  },
  added,
  concluded: (reading) => {
    const parsed = breastReading.parse(reading);
    const { below: _, ...facts } = parsed.facts;
    const { value, rules } = biradsOf(parsed);
    const isOpen = isLeftToReader(parsed) && (value === 1 || value === 2);
    return {
      ...parsed,
      ...withoutSentences,
      category: isOpen ? null : { system: 'birads', value, state: value === 0 ? 'incomplete' : 'final' },
      rules: isOpen ? parsed.rules : [...rules],
      // Scores of the whole picture and marks that it did not name stay with the machine's own reading.
      facts: { ...facts, malignant: null },
    };
  },
  categoryOf: (reading) => breastReading.parse(reading).category?.value ?? null,
  withCategory: (reading, value, reason) => ({
    ...reading,
    ...withoutSentences,
    category: { system: 'birads', value, state: value === 0 ? 'incomplete' : 'final' },
    rules: [{ id: 'reader', values: {}, text: `${value}: given by the reader: ${reason}` }],
  }),
};

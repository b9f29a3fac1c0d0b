import type { ExamReviewModule } from '@second-read/core/review/exam/exam-review-module';
import { placed } from './exam/placed.ts';
import { fields } from './review/fields.ts';

const types = fields.types.filter(({ type }) => type === 'mass' || type === 'calcification');

/** What a clinician may change in the report of a mammography; BI-RADS follows per breast and as a whole. */
export const examReview: ExamReviewModule = {
  fields: {
    types: types.map((each) => ({
      ...each,
      // A lesion of an exam has one size in millimeters; its clusters are findings of their own.
      measurements:
        each.type === 'mass'
          ? [{ quantity: 'mean_diameter', label: 'Longest diameter', units: ['mm'], most: 600 }]
          : [],
    })),
    categories: fields.categories,
  },
  diameter: 'longest',
  placed,
};

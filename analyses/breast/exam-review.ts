import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { ExamReviewModule } from '@second-read/core/review/exam/exam-review-module';
import { bySuspicion } from './exam/category.ts';
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
  merged: mergedFacts,
};

/**
 * Category and descriptors of the most suspicious part; views and distances from the nipple of all, in the
 * order of the views.
 */
function mergedFacts(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'] {
  const inOrder = parts.toSorted((a, b) => (a.slices[0]?.slice ?? 0) - (b.slices[0]?.slice ?? 0));
  const joined = (name: string) => {
    const all = inOrder.map(({ facts }) => textOf(facts, name));
    return all.includes(null)
      ? {}
      : { [name]: [...new Set(all.flatMap((each) => each?.split('+')))].join('+') };
  };
  const sizes = parts.flatMap(({ facts }) => numberOf(facts, 'sizeMmEstimated') ?? []);
  const malignant = parts.flatMap(({ facts }) => numberOf(facts, 'malignant') ?? []);
  const {
    nippleMm: _mm,
    nipplePercent: _percent,
    levels: _levels,
    depths: _depths,
    ...facts
  } = parts.toSorted(bySuspicion)[0]?.facts ?? {};
  return {
    ...facts,
    ...joined('views'),
    ...joined('nippleMm'),
    ...joined('nipplePercent'),
    ...joined('levels'),
    ...joined('depths'),
    // Between two marks of one view there is no distance to compare.
    nippleDistanceApart: null,
    ...(sizes.length > 0 && { sizeMmEstimated: Math.max(...sizes) }),
    ...(malignant.length > 0 && { malignant: Math.max(...malignant) }),
  };
}

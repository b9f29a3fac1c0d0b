import type { ExamReviewModule } from '@second-read/core/review/exam/exam-review-module';
import { lengthOf, optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewedType } from '@second-read/core/review/review-module';
import { lesionType } from './exam/lesion-name.ts';
import { placed } from './exam/placed.ts';

const [diameter] = lengthOf('mean_diameter', 'Mean diameter');
const volume: ReviewedType['measurements'][number] = {
  ...{ quantity: 'volume', label: 'Volume', units: ['mm3'], most: 10_000_000 },
};

function lesion(type: string, label: string): ReviewedType {
  return {
    ...{ type, label, canAdd: true, hasSide: true },
    descriptors: [
      {
        name: 'density',
        label: 'Texture',
        values: optionsOf(['solid', 'part-solid', 'ground-glass'], {
          solid: 'Solid',
          'part-solid': 'Part-solid',
          'ground-glass': 'Ground-glass',
        }),
      },
    ],
    measurements: diameter ? [diameter, volume] : [volume],
  };
}

/** What a clinician may change in the report of a chest CT; a nodule above 30 mm is a mass. */
export const examReview: ExamReviewModule = {
  fields: {
    types: [
      lesion('nodule', 'Nodule'),
      lesion('mass', 'Mass'),
      {
        ...{ type: 'opacity', label: 'Opacity', canAdd: true, hasSide: true },
        descriptors: [],
        measurements: [volume],
      },
    ],
    categories: [],
  },
  diameter: 'meanDiameter',
  placed,
  typeOf: ({ type, diameterMm }) =>
    type === 'opacity' || diameterMm === null ? type : lesionType(diameterMm),
};

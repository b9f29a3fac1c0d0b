import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { ExamReviewModule, Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';
import { lengthOf, optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewedType } from '@second-read/core/review/review-module';
import { lesionType } from './exam/lesion-name.ts';
import { thirdOf } from './exam/lungs.ts';
import { mergedFacts } from './exam/merged-facts.ts';
import { placeBy } from './reading/place.ts';

const [diameter] = lengthOf('mean_diameter', 'Mean diameter');
const volume: ReviewedType['measurements'][number] = {
  ...{ quantity: 'volume', label: 'Volume', units: ['mm3'], most: 10_000_000 },
};

function lesion(type: string, label: string): ReviewedType {
  return {
    ...{ type, label, canAdd: true, hasSide: true, lesion: 'nodule' },
    descriptors: [
      {
        name: 'density',
        label: 'Texture',
        values: optionsOf(['solid', 'part-solid', 'ground-glass']),
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
  merged: mergedFacts,
  typeOf: ({ type, diameterMm }) =>
    type === 'opacity' || diameterMm === null ? type : lesionType(diameterMm),
};

/** Lung, level and depth of a reader's mark, as of the engine's own. */
function placed({ exam, marks: [largest] }: PlacedAt): Placed {
  if (largest === undefined) return { side: null, facts: {} };
  const { slice, at } = largest;
  const third = thirdOfSlice(slice, exam);
  // Of the engine's outline, not of the reader's.
  const base = { largestSlice: slice + 1, pleuraMm: null, ...(third !== null && { third }) };
  const place = at && placeBy(exam.slices[slice]?.landmarks, at);
  const side = place?.side ?? null;
  return { side, facts: place?.third ? { ...base, frontToBack: place.third } : base };
}

/** Null where the order of slices, or what they show, says nothing. */
function thirdOfSlice(slice: number, { slices, reading }: StoredExam): string | null {
  if (reading.technique?.orderedBy !== 'position') return null;
  const shown = slices.flatMap(({ landmarks }, at) => (landmarks ? [at] : []));
  const [first, last] = [shown[0], shown.at(-1)];
  return first === undefined || last === undefined ? null : thirdOf(slice, { extent: [first, last] });
}

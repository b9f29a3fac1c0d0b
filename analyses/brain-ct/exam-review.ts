import { isSet } from '@second-read/core/exam/facts';
import type { StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { ExamReviewModule, Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';
import { lengthOf, optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewedType } from '@second-read/core/review/review-module';
import { placesWithin, sideBy } from './reading/side.ts';

const [diameter] = lengthOf('mean_diameter', 'Longest diameter');
const volume: ReviewedType['measurements'][number] = {
  ...{ quantity: 'volume', label: 'Volume', units: ['mm3'], most: 2_000_000 },
};
const size = diameter ? [volume, diameter] : [volume];
/** Blood and edema pass the midline, as through the corpus callosum. */
const across = { isAcross: true };
const plain = { canAdd: true, hasSide: true, descriptors: [] };

/** What a clinician may change in the report of a head CT. */
export const examReview: ExamReviewModule = {
  fields: {
    types: [
      {
        ...{ ...plain, ...across, type: 'haemorrhage', label: 'Hemorrhage', lesion: 'haemorrhage' },
        descriptors: [
          {
            name: 'bleedingType',
            label: 'Kind',
            values: optionsOf(['edh', 'sdh', 'sah', 'iph', 'ivh'], {
              edh: 'Epidural',
              sdh: 'Subdural',
              sah: 'Subarachnoid',
              iph: 'Intraparenchymal',
              ivh: 'Intraventricular',
            }),
          },
        ],
        measurements: size,
      },
      {
        ...{ ...plain, ...across, type: 'hypodense area', label: 'Hypodense area', lesion: 'hypodense area' },
        measurements: size,
      },
      {
        ...{ ...plain, type: 'midline shift', label: 'Midline shift' },
        measurements: [{ quantity: 'shift', label: 'Shift', units: ['mm'], most: 60 }],
      },
      {
        ...{ ...plain, type: 'ventricular dilation', label: 'Dilated ventricles', hasSide: false },
        measurements: [{ quantity: 'evans', label: "Evans' index", units: ['ratio'], most: 1 }],
      },
    ],
    categories: [],
  },
  diameter: 'longest',
  placed,
  merged: mergedFacts,
};

/** Kind and place of the largest part; whether a slice named any of them. */
function mergedFacts(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'] {
  const [largest] = parts.toSorted((a, b) => (b.volumeMl ?? 0) - (a.volumeMl ?? 0));
  const { abcHalfMl: _, ...facts } = largest?.facts ?? {};
  const isNamed = parts.some((part) => isSet(part.facts, 'isNamedOnSlice'));
  return { ...facts, ...(isNamed && { isNamedOnSlice: true }) };
}

/** Side of a reader's mark by the midline of its slice. */
function placed({ exam, marks: [largest] }: PlacedAt): Placed {
  if (largest === undefined) return { side: null, facts: {} };
  const { slice, at, outline } = largest;
  const { landmarks, width, height } = exam.slices[slice] ?? {};
  const places = outline && width && height ? placesWithin(outline, { width, height }) : at ? [at] : [];
  return { side: sideBy(landmarks, places), facts: { largestSlice: slice + 1 } };
}

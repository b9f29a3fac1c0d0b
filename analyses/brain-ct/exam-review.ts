import { besideLine } from '@second-read/core/reading/landmarks';
import type { ExamReviewModule, Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';
import { lengthOf, optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewedType } from '@second-read/core/review/review-module';

const [diameter] = lengthOf('mean_diameter', 'Longest diameter');
const volume: ReviewedType['measurements'][number] = {
  ...{ quantity: 'volume', label: 'Volume', units: ['mm3'], most: 2_000_000 },
};
const size = diameter ? [volume, diameter] : [volume];
const plain = { canAdd: true, hasSide: true, descriptors: [] };

/** What a clinician may change in the report of a head CT. */
export const examReview: ExamReviewModule = {
  fields: {
    types: [
      {
        ...{ ...plain, type: 'haemorrhage', label: 'Hemorrhage' },
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
      { ...plain, type: 'hypodense area', label: 'Hypodense area', measurements: size },
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
};

/** Side of a reader's mark by the midline of its slice. */
function placed({ exam, slice, at }: PlacedAt): Placed {
  const facts = { largestSlice: slice + 1 };
  const { front, back, left } = exam.slices[slice]?.landmarks ?? {};
  if (!at || !front || !back || !left) return { side: null, facts };
  const isLeft = besideLine(at, front, back) * besideLine(left, front, back) > 0;
  return { side: isLeft ? 'left' : 'right', facts };
}

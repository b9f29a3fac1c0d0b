import { optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewedType, ReviewFields } from '@second-read/core/review/review-module';
import {
  bleedingKinds,
  type ObservationCode,
  type ObservationId,
  observationCodes,
} from '../reading/codes.ts';

type Words<Id extends ObservationId> = Readonly<Partial<Record<ObservationCode<Id>, string>>>;

/** A line of the report; its sign says whether anything is there. */
function line<Id extends ObservationId>(
  type: Id,
  label: string,
  words: Words<Id>,
  more: Partial<Pick<ReviewedType, 'hasSide' | 'descriptors' | 'measurements'>> = {},
): ReviewedType {
  const codes: readonly ObservationCode<Id>[] = observationCodes[type];
  const sign = { name: 'sign', label: 'Sign', values: optionsOf(codes, words) };
  return {
    ...{ type, label, canAdd: false, hasSide: more.hasSide ?? false, statedBy: 'sign' },
    descriptors: [sign, ...(more.descriptors ?? [])],
    measurements: more.measurements ?? [],
  };
}

const shift: ReviewedType['measurements'] = [{ quantity: 'shift', label: 'Shift', units: ['mm'], most: 60 }];
const evans: ReviewedType['measurements'] = [
  { quantity: 'evans', label: 'Evans index', units: ['ratio'], most: 1 },
];
const area: ReviewedType['measurements'] = [
  { quantity: 'area', label: 'Area', units: ['mm2'], most: 40_000 },
];

const kind = { name: 'kind', label: 'Kind', values: optionsOf(bleedingKinds) };

const usual = 'Within the usual range';

export const fields: ReviewFields = {
  types: [
    line(
      'haemorrhage',
      'Hemorrhage',
      { suspected: 'Present', not_detected: 'None' },
      { hasSide: true, descriptors: [kind], measurements: area },
    ),
    line('midline_shift', 'Midline shift', {}, { hasSide: true, measurements: shift }),
    line('basal_cistern_dilation', 'Basal cisterns', { usual }),
    line('mass_effect', 'Mass effect', { no_sign: 'None' }),
    line('ventricular_dilation', 'Ventricles', {}, { measurements: evans }),
    line('hypodense_areas', 'Hypodense areas', { none_seen: 'None' }, { hasSide: true, measurements: area }),
    line('sulcation', 'Sulci', { usual }, { hasSide: true }),
    line('hypertrophy', 'Parenchymal volume', {}),
  ],
  categories: [],
};

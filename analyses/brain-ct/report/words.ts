import type { NotAssessedReason } from '@second-read/core/reading/finding';

export const notAssessed = 'Not assessed';
export const pending = 'Pending analysis';

/** Opens an observation that the slice does not allow; the reason follows in the same sentence. */
export const notSpecifiedInReport = 'Not Specified';

export const disclaimer =
  'This report is automatically generated and must be reviewed by a licensed medical professional.';

/** The seven observations of the specification, in its order. */
export const observations = [
  ['Sulcation', 'sulcation'],
  ['Hypodense Areas', 'hypodense_areas'],
  ['Mass Effect', 'mass_effect'],
  ['Midline Shift', 'midline_shift'],
  ['Ventricular Dilation', 'ventricular_dilation'],
  ['Basal Cistern Dilation', 'basal_cistern_dilation'],
  ['Hypertrophy', 'hypertrophy'],
] as const;

/** What the module says beyond them. */
export const further = { haemorrhage: 'Hemorrhage', fracture: 'Fracture', level: 'Slice Level' } as const;

/** Why several lines are left out: the diagnosis says it once. Other reasons stand in their line. */
export const sharedReasons: Readonly<Partial<Record<NotAssessedReason, string>>> = {
  outside_view: 'not at this level',
  organ_not_found: 'no brain that can be judged',
};

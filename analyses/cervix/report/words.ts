import type { SwedeScore } from '../reading/schema.ts';

/** The descriptor that belongs to each finding type (specification, section 3), with its label. */
export const descriptors: Readonly<Record<string, readonly (readonly [field: string, label: string])[]>> = {
  lesion: [
    ['lesion_type', 'Lesion Type'],
    ['size', 'Size'],
  ],
  'cervical tissue': [['cervical_density', 'Cervical Density']],
  abnormality: [['abnormality_type', 'Abnormality Type']],
};

/** The five parts of the Swede score, 0 to 2 each (Bowring et al., Int J Gynecol Cancer 20, 2010). */
export const swedeParts: readonly (readonly [part: keyof SwedeScore, label: string])[] = [
  ['acetowhiteness', 'Acetowhiteness'],
  ['margin', 'Margin'],
  ['vessels', 'Vessels'],
  ['size', 'Lesion size'],
  ['iodine', 'Iodine'],
];

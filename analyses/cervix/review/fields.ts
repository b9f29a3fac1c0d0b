import { optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewFields } from '@second-read/core/review/review-module';
import { manifest } from '../manifest.ts';
import { changes, whitenesses } from '../reading/schema.ts';

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/** IFCPC 2011 words; the grades that the machine never gives are the examiner's to give. */
const changeWords: Readonly<Partial<Record<(typeof changes)[number], string>>> = {
  without_outline: 'Suspected, without an outlined lesion',
  thin_acetowhite: 'Faint acetowhite',
  minor: 'Minor change (grade 1)',
  major: 'Major change (grade 2)',
};

export const fields: ReviewFields = {
  types: [
    {
      ...{ type: 'lesion', label: labels.get('lesion') ?? 'Lesion', canAdd: true, hasSide: false },
      descriptors: [
        {
          name: 'whiteness',
          label: 'Acetowhiteness',
          values: optionsOf(whitenesses),
        },
      ],
      measurements: [
        { quantity: 'longest_diameter', label: 'Longest diameter', units: ['mm'], most: 100 },
        { quantity: 'quadrants', label: 'Quadrants', units: ['count'], most: 4 },
        { quantity: 'share_of_cervix', label: 'Share of the cervix', units: ['percent'], most: 100 },
      ],
    },
    {
      ...{ type: 'abnormality', label: labels.get('abnormality') ?? 'Abnormality', canAdd: true },
      ...{ hasSide: false, measurements: [] },
      descriptors: [{ name: 'change', label: 'Change', values: optionsOf(changes, changeWords) }],
    },
  ],
  categories: [],
};

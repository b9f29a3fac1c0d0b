import { lengthOf, optionsOf } from '@second-read/core/review/module-parts';
import type { ReviewFields } from '@second-read/core/review/review-module';
import { manifest } from '../manifest.ts';
import { noduleKinds, textures, thirds } from '../reading/schema.ts';

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

function opacity(type: string): ReviewFields['types'][number] {
  return {
    ...{ type, label: labels.get(type) ?? type, canAdd: true, hasSide: true },
    descriptors: [],
    measurements: [
      { quantity: 'share_of_lungs', label: 'Share of the lungs', units: ['percent'], most: 100 },
    ],
  };
}

export const fields: ReviewFields = {
  types: [
    {
      ...{ type: 'nodule', label: labels.get('nodule') ?? 'Nodule', canAdd: true, hasSide: true },
      lesion: 'nodule',
      // As the report heads it.
      namedBy: { descriptor: 'kind', labels: { mass: 'Mass', nodule_or_mass: 'Nodule or mass' } },
      descriptors: [
        {
          name: 'kind',
          label: 'Kind',
          values: optionsOf(noduleKinds, { mass: 'Mass (over 30 mm)' }),
        },
        {
          name: 'texture',
          label: 'Texture',
          values: optionsOf(textures, { part_solid: 'Part-solid', ground_glass: 'Ground-glass' }),
        },
        {
          name: 'third',
          label: 'Third of the lung',
          values: optionsOf(thirds),
        },
      ],
      measurements: lengthOf('mean_diameter', 'Mean diameter'),
    },
    opacity('ground-glass'),
    opacity('consolidation'),
  ],
  categories: [],
};

import { lengthOf, optionsOf, yesNo } from '@second-read/core/review/module-parts';
import type { ReviewFields } from '@second-read/core/review/review-module';
import { manifest } from '../manifest.ts';
import { compositions, margins, massDensities, massShapes } from '../reading/schema.ts';
import { categories } from '../report/words.ts';

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));
const plain = { hasSide: false, descriptors: [], measurements: [] };

/** The lists of ACR BI-RADS (5th edition), in the codes of the reading. */
export const fields: ReviewFields = {
  types: [
    {
      ...{ type: 'mass', label: labels.get('mass') ?? 'Mass', canAdd: true, hasSide: true },
      lesion: 'mass',
      descriptors: [
        { name: 'margin', label: 'Margin', values: optionsOf(margins) },
        { name: 'shape', label: 'Shape', values: optionsOf(massShapes) },
        { name: 'density', label: 'Density', values: optionsOf(massDensities) },
        { name: 'calcified', label: 'Calcifications in it', values: [...yesNo] },
      ],
      measurements: lengthOf('longest_diameter', 'Longest diameter'),
    },
    {
      ...plain,
      ...{ type: 'axilla', label: 'Axillary node', canAdd: true, hasSide: true },
      descriptors: [{ name: 'fattyHilum', label: 'Fatty hilum', values: [...yesNo] }],
    },
    {
      ...plain,
      ...{ type: 'calcification', label: labels.get('calcification') ?? '', canAdd: true, hasSide: true },
      lesion: 'calcification',
      measurements: [{ quantity: 'clusters', label: 'Clusters', units: ['count'], most: 100 }],
    },
    {
      ...plain,
      ...{ type: 'breast tissue', label: labels.get('breast tissue') ?? '', canAdd: false },
      isAlwaysThere: true,
      descriptors: [
        {
          name: 'composition',
          label: 'Composition',
          values: optionsOf(compositions, {
            fatty: 'Almost entirely fatty',
            scattered: 'Scattered fibroglandular',
            heterogeneous: 'Heterogeneously dense',
            extreme: 'Extremely dense',
          }),
        },
      ],
    },
  ],
  categories: Object.entries(categories).map(([value, { words }]) => ({
    value: Number(value),
    label: `BI-RADS ${value}: ${value === '0' ? 'Incomplete' : words}`,
  })),
};

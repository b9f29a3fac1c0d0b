import type { NamedText } from './old-row.test-support.ts';

const mass = ['mass:1', 'mass_definition:3', 'mass_density:3', 'mass_shape:3', 'mass_confidence:87.44'];
const sized = [
  ...mass,
  'mass_size_mm:14.2',
  'mass_size_percent:9.1',
  'mass_location:upper outer, middle depth',
];
const others = ['axilla_findings:0', 'calcification:0', 'acr_breast_density:2'];
const two = [
  'comment:Mass 1: irregular mass, 14 mm.',
  'comment:Mass 2: oval mass, 6 mm.',
  'comment:Technique: one view.',
];

/** Stored `report_text` that no gallery picture gives: older, partial and malformed. */
export const oddBreast: readonly NamedText[] = [
  ['no report_text', undefined],
  ['report_text is empty', []],
  ['report_text is text', 'mass:1'],
  ['report_text is null', null],
  [
    'entries that are no lines',
    [null, 5, 'nocolon', ':nokey', { mass: 1 }, ['mass:1'], 'comment:kept', 'trace:kept'],
  ],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(
    (category): NamedText => [`BI-RADS ${category}`, [`birads_cat:${category}`, ...sized, ...others]],
  ),
  ['BI-RADS 2 and nothing else', ['birads_cat:2']],
  [
    'BI-RADS 1, nothing found',
    ['birads_cat:1', 'mass:0', 'mass_definition:0', 'mass_confidence:91', ...others],
  ],
  ['BI-RADS as 4.0', ['birads_cat: 4.0 ', ...mass]],
  ['BI-RADS in letters', ['birads_cat:4A', ...mass, ...others]],
  [
    'BI-RADS 4 with its part',
    ['birads_cat:4', 'trace:4: irregular mass', 'trace:4B: moderate suspicion', ...sized],
  ],
  ['incomplete', ['assessment:incomplete', 'malignancy_score:15.5', 'mass:0', ...others]],
  ['incomplete without a score', ['assessment:incomplete', 'mass:0']],
  ['no category', [...sized, ...others]],
  [
    'found in words',
    ['birads_cat:3', 'mass:yes', 'axilla_findings:true', 'calcification:2', 'acr_breast_density:b'],
  ],
  [
    'confidences that are none',
    [
      'birads_cat:3',
      'mass:1',
      'mass_confidence:187',
      'calcification:1',
      'calcification_confidence:-3',
      'axilla_findings:1',
      'axilla_confidence:high',
      'breast_density_confidence:1e1',
    ],
  ],
  [
    'descriptors out of range',
    [
      'birads_cat:3',
      'mass:1',
      'mass_definition:9',
      'mass_density:0',
      'mass_shape:oval',
      'mass_calcification:1',
      'mass_size:about 2 cm',
      'acr_breast_density:4',
    ],
  ],
  [
    'axilla found, with a hilum',
    [
      'birads_cat:2',
      'mass:0',
      'axilla_findings:1',
      'axilla_assessable:1',
      'axilla_confidence:64.5',
      'axilla_fatty_hillum:1',
    ],
  ],
  [
    'axilla found, without a hilum',
    [
      'birads_cat:2',
      'mass:0',
      'axilla_findings:1',
      'axilla_assessable:1',
      'axilla_fatty_hillum:0',
      'axilla_confidence:64.5',
    ],
  ],
  ['axilla looked at, nothing found', ['birads_cat:1', 'mass:0', 'axilla_findings:0', 'axilla_assessable:1']],
  ['axilla not on this view', ['birads_cat:1', 'mass:0', 'axilla_findings:0', 'axilla_assessable:0']],
  [
    'calcifications',
    [
      'birads_cat:4',
      'mass:0',
      'calcification:1',
      'calcification_confidence:71',
      'calcification_clusters:2',
      'percent_density:13.1',
      'mass_probability:3',
    ],
  ],
  [
    'two masses with places',
    ['birads_cat:4', ...sized, 'mass_count:2', 'mass_places:54.4,42.9;65.7,48.3', ...two],
  ],
  [
    'two masses, places malformed',
    ['birads_cat:4', ...sized, 'mass_count:2', 'mass_places:54.4,42.9;65.7', ...two],
  ],
  ['two masses before places', ['birads_cat:4', ...mass, 'mass_count:2', 'mass_size_px:38', ...two]],
  ['a mass said of a picture without one', ['birads_cat:2', 'mass:0', ...two]],
  [
    'keys twice and keys unknown',
    [
      'birads_cat:5',
      'birads_cat:3',
      'mass:0',
      'mass:1',
      'mass_confidence:90',
      'future_key:1',
      'impression:As stored: with a colon.',
    ],
  ],
  [
    'probability and calcified mass',
    ['birads_cat:4', ...sized, 'mass_probability:70.96', 'mass_calcification:0', 'impression:'],
  ],
];

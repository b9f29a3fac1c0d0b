import type { NamedText } from './old-row.test-support.ts';

const nodule = [
  'nodule:1',
  'nodule_confidence:83.9',
  'nodule_count:1',
  'nodule_size:8.6 mm',
  'nodule_type:solid',
  'region_affected:Right lung, middle third from front to back (lobe not determined)',
  'volume:310 mm³',
];
const shares = [
  'opacity_share:12.5',
  'opacity_share_left:4',
  'opacity_share_right:21',
  'ground_glass_share:9',
  'consolidation_share:3.5',
];
const clear = ['nodule:0', 'nodule_confidence:88', 'nodule_count:0'];

/** Stored `report_text` that no gallery picture gives: older, partial and malformed. */
export const oddLung: readonly NamedText[] = [
  ['no report_text', undefined],
  ['report_text is empty', []],
  ['report_text is text', 'nodule:1'],
  ['entries that are no lines', [false, 'x', 'comment:kept', 'trace:kept']],
  ['a nodule alone', nodule],
  [
    'a nodule, size band',
    [
      ...nodule,
      'lung_rads_size:3 (solid, 6 to 8 mm)',
      'ground_glass:0',
      'consolidation:0',
      'opacity_confidence:95',
    ],
  ],
  [
    'three nodules',
    [...nodule, 'nodule_count:3', 'comment:A single slice cannot give a Lung-RADS category.'],
  ],
  ['nothing found', [...clear, 'opacity:0', 'opacity_confidence:95', 'ground_glass:0', 'consolidation:0']],
  ['nothing found, opacities not told', clear],
  [
    'no lung found',
    ['nodule:0', 'nodule_assessed:0', 'opacity:0', 'opacity_assessed:0', 'ground_glass:0', 'consolidation:0'],
  ],
  [
    'a crop without a nodule',
    [...clear, 'opacity:0', 'opacity_assessed:0', 'ground_glass:0', 'consolidation:0'],
  ],
  [
    'ground glass alone',
    [...clear, ...shares, 'opacity:1', 'opacity_confidence:81', 'ground_glass:1', 'consolidation:0'],
  ],
  [
    'consolidation alone',
    [...clear, ...shares, 'opacity:1', 'opacity_confidence:81', 'ground_glass:0', 'consolidation:1'],
  ],
  [
    'both opacities, extensive',
    [
      'nodule:0',
      ...shares,
      'opacity_share_right:55',
      'opacity:1',
      'opacity_confidence:97.31',
      'ground_glass:1',
      'consolidation:1',
    ],
  ],
  [
    'both opacities, one side, mainly dense',
    [
      'nodule:0',
      ...shares,
      'opacity_share_left:0.2',
      'consolidation_share:11',
      'opacity:1',
      'ground_glass:1',
      'consolidation:1',
    ],
  ],
  ['found in words', ['nodule:yes', 'ground_glass:true', 'consolidation:2', 'opacity_confidence:81']],
  [
    'confidences that are none',
    ['nodule:1', 'nodule_confidence:120', 'ground_glass:1', 'opacity_confidence:sure', 'volume:'],
  ],
  [
    'keys twice and keys unknown',
    ['nodule:0', 'nodule:1', 'future_key:1', 'nodule_confidence:62', 'impression:As stored: with a colon.'],
  ],
];

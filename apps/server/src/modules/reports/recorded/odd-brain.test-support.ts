import type { NamedWire } from './old-row.test-support.ts';

const seven = {
  sulcation: 'Within the usual range (sulcal CSF 2.0 % of the cortical band)',
  hypodense_areas: 'None seen against the other side (areas of 2 % of the brain and more)',
  mass_effect: 'None measured',
  midline_shift: 'None measurable (0.4 mm, 0.3 % of the inner skull width)',
  ventricular_dilation: 'Not dilated (Evans index 0.24)',
  basal_cistern_dilation: 'Not assessed: not shown at this level (lateral ventricles)',
  hypertrophy: 'Parenchymal volume: not assessed',
  output: 'No acute finding on this slice.',
};
const clear = { haemorrhage: 'None detected on this slice (probability 3 %)', haemorrhage_confidence: 97 };

/** Stored forms that no gallery picture gives: older, partial and malformed ones. */
export const oddBrain: readonly NamedWire[] = [
  ['nothing stored', {}],
  ['pending', { output: 'Pending analysis' }],
  ['the specified fields alone', seven],
  ['everything Not Specified', Object.fromEntries(Object.keys(seven).map((key) => [key, 'Not Specified']))],
  [
    'blank, missing and malformed',
    { sulcation: '', hypodense_areas: null, mass_effect: 3, midline_shift: ['x'], output: ' ' },
  ],
  ['no output', { sulcation: seven.sulcation }],
  [
    'no conclusion',
    {
      output:
        'No conclusion: this slice shows no brain that can be judged (level face, or window unsuitable).',
    },
  ],
  ['nothing found', { ...seven, ...clear, fracture: 'Not assessed', level: 'lateral ventricles' }],
  [
    'bleeding with a model score',
    {
      ...seven,
      haemorrhage: 'Suspected on the left: subdural favored (model score 91.0 %)',
      haemorrhage_confidence: 91,
    },
  ],
  [
    'bleeding in older words',
    { ...seven, haemorrhage: 'suspected on the left', haemorrhage_confidence: 55.25 },
  ],
  [
    'bleeding in older words with a probability',
    {
      ...seven,
      haemorrhage: 'Suspected on the left, most like a subdural haematoma (probability 91 %)',
      haemorrhage_confidence: 91,
    },
  ],
  [
    'bleeding without a confidence',
    { ...seven, haemorrhage: 'Suspected on the right', haemorrhage_confidence: null },
  ],
  [
    'a confidence that is text or too large',
    { ...seven, haemorrhage: 'Suspected', haemorrhage_confidence: '91' },
  ],
  ['a confidence above 100', { ...seven, haemorrhage: 'Suspected', haemorrhage_confidence: 250 }],
  [
    'bleeding not excluded',
    {
      ...seven,
      haemorrhage: 'Hemorrhage not excluded, for review (model score 30.1 %)',
      haemorrhage_confidence: 30.1,
    },
  ],
  [
    'shifted and narrow',
    {
      ...seven,
      ...clear,
      midline_shift: 'Shifted to the left (7.1 mm, 5.3 %)',
      basal_cistern_dilation: 'Narrow (2 %)',
    },
  ],
  [
    'dilated ventricles and cisterns',
    { ...seven, ventricular_dilation: 'Dilated (Evans index 0.36)', basal_cistern_dilation: 'Dilated (9 %)' },
  ],
  [
    'possibly dilated, asymmetric sulci',
    {
      ...seven,
      ventricular_dilation: 'Possibly dilated (Evans index 0.31)',
      sulcation: 'Asymmetric (less on the left)',
    },
  ],
  [
    'hypodense and effaced',
    { ...seven, hypodense_areas: 'Both sides, frontal (12 mm)', sulcation: 'Effaced on the right' },
  ],
  ['volume loss in either spelling', { ...seven, hypertrophy: 'Generalised volume loss (CSF 12 %)' }],
  [
    'volume loss of the cortex',
    { ...seven, hypertrophy: 'Cortical volume loss (CSF 12 %)', extra: 'ignored', scores: 'none' },
  ],
];

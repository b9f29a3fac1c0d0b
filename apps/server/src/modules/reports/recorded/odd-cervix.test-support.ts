import type { NamedWire } from './old-row.test-support.ts';

const lesion = { type: 'lesion', found: 1, confidence: 81.4, lesion_type: 'Acetowhite, dense' };
const tissue = { type: 'cervical tissue', found: 1, confidence: null, cervical_density: 'Cervix outlined' };
const abnormality = {
  type: 'abnormality',
  found: 1,
  confidence: 73.26,
  abnormality_type: 'Major change (grade 2): dense acetowhite epithelium',
  clinical_note: 'Grade from color and extent alone.',
};
const none = { found: 0, confidence: 12 };

/** Stored forms that no gallery picture gives: older, partial and malformed ones. */
export const oddCervix: readonly NamedWire[] = [
  ['nothing stored', {}],
  ['findings are no list', { findings: 'none', comments: ['kept'] }],
  ['findings are empty', { findings: [], report_text: [] }],
  ['no impression, lesion and major change', { findings: [lesion, tissue, abnormality] }],
  [
    'no impression, lesion alone',
    {
      findings: [
        { ...lesion, size: '18.0 % of the cervix, 2 quadrants (millimeters not measurable)' },
        tissue,
        { type: 'abnormality', ...none },
      ],
    },
  ],
  [
    'no impression, faint lesion',
    {
      findings: [
        { ...lesion, lesion_type: 'Acetowhite, faint' },
        { type: 'abnormality', found: 0 },
      ],
    },
  ],
  [
    'minor change',
    {
      findings: [
        lesion,
        tissue,
        { ...abnormality, abnormality_type: 'Minor change (grade 1): thin acetowhite epithelium' },
      ],
    },
  ],
  [
    'suspicious for invasion',
    {
      findings: [
        lesion,
        tissue,
        { ...abnormality, abnormality_type: 'Suspicious for invasion: dense acetowhite' },
      ],
    },
  ],
  [
    'abnormality without a type or a confidence',
    { findings: [{ type: 'lesion', ...none }, tissue, { type: 'abnormality', found: 1 }] },
  ],
  [
    'no cervix outlined',
    {
      findings: [
        { type: 'lesion', found: 0 },
        { type: 'cervical tissue', found: 0 },
        { type: 'abnormality', found: 0 },
      ],
    },
  ],
  [
    'found in words and truth values',
    {
      findings: [
        { ...lesion, found: true },
        { ...tissue, found: false },
        { ...abnormality, found: '1' },
      ],
    },
  ],
  [
    'confidences that are none',
    {
      findings: [
        { ...lesion, confidence: '81.4' },
        { ...tissue, confidence: -1 },
        { ...abnormality, confidence: 101 },
      ],
    },
  ],
  [
    'entries that are no findings',
    {
      findings: [
        null,
        7,
        'lesion',
        ['lesion'],
        { type: 'polyp', found: 1 },
        { found: 1 },
        lesion,
        { ...lesion, found: 0 },
      ],
    },
  ],
  [
    'numbers and blanks as descriptors',
    {
      findings: [
        { ...lesion, lesion_type: 2, size: '  ' },
        { ...tissue, cervical_density: null },
        abnormality,
      ],
      impression: '',
    },
  ],
  [
    'swede score complete',
    {
      findings: [lesion, tissue, abnormality],
      swede: { acetowhiteness: 2, margin: 1, vessels: 2, size: 1, iodine: 0, total_least: 6, total_most: 6 },
    },
  ],
  [
    'swede score without parts',
    {
      findings: [{ type: 'lesion', ...none }],
      swede: { acetowhiteness: null, total_least: 0, total_most: 10 },
      comments: ['one', 2, null],
      trace: 'none',
    },
  ],
  ['swede score malformed', { findings: [lesion], swede: [2, 1], comments: [], trace: ['rule', 3] }],
  [
    'unknown fields beside',
    { findings: [{ ...lesion, grade: 'x' }], impression: 'As stored.', future: { deep: [1] }, birads: 3 },
  ],
];

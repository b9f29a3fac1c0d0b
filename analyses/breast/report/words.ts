/**
 * Words of the specification (section 3) for the numbered fields of the wire, and of the assessment.
 * "Well-defined" and "ill-defined" are the lexicon's circumscribed and indistinct margins.
 */
export const massDefinitions: Readonly<Record<number, string>> = {
  1: 'Well-defined',
  2: 'Ill-defined',
  3: 'Spiculated',
};

export const massDensities: Readonly<Record<number, string>> = {
  1: 'Low Dense',
  2: 'Iso-dense/Equal Dense',
  3: 'High Dense',
};

export const massShapes: Readonly<Record<number, string>> = { 1: 'Oval', 2: 'Rounded', 3: 'Irregular' };

export const breastDensities: Readonly<Record<number, string>> = {
  1: 'Fatty/Normal',
  2: 'Fibroglandular/Mixed',
  3: 'Heterogeneously Dense',
  4: 'Highly Dense',
};

/** The history words the density by the letters of the ACR (specification, section 3). */
export const historyDensities: Readonly<Record<number, string>> = {
  1: 'ACR a: almost entirely fatty',
  2: 'ACR b: scattered fibroglandular tissue',
  3: 'ACR c: heterogeneously dense',
  4: 'ACR d: extremely dense',
};

/** Spelt as specified. */
export const fattyHilum = 'Fatty Hillum';
export const discreteCalcification = 'Discrete';

/** Shown where a response carries no measured confidence. */
export const fixedConfidence = { value: 99, note: 'fixed display value' } as const;

export interface CategoryWords {
  readonly words: string;
  readonly management: string;
}

/**
 * BI-RADS categories paraphrased with their usual management (the atlas text is copyrighted).
 * Source: ACR BI-RADS 5th edition, chances of malignancy 1: 0 %, 2: 0 %, 3: >0-2 %, 4: >2-<95 %, 5: >=95 %.
 */
export const categories: Readonly<Record<number, CategoryWords>> = {
  0: { words: 'Pending analysis', management: '' },
  1: { words: 'Negative', management: 'Routine screening.' },
  2: { words: 'Benign finding', management: 'Routine screening.' },
  3: {
    words: 'Probably benign',
    management:
      'Six-month follow-up once a full diagnostic work-up has confirmed it; not a final category for a screening image.',
  },
  4: { words: 'Suspicious', management: 'Tissue diagnosis (biopsy) is usually considered.' },
  5: {
    words: 'Highly suggestive of malignancy',
    management: 'Tissue diagnosis (biopsy) is usually performed without delay.',
  },
  6: { words: 'Known cancer', management: 'Treatment as planned.' },
};

/** Stands where no category can be given: the picture looks suspicious and nothing was located. */
export const incomplete: CategoryWords = {
  words: 'Incomplete, further views needed',
  management: 'Further views and comparison with earlier pictures.',
};

/** Of a view or a breast without a finding that scores too high to be called negative. */
export const leftToReaderWords =
  'No finding named at the screening operating point; assessment by the reader.';

export const tooSmallWords =
  'The image is too small for calcifications and subtle masses: neither is excluded. Please upload it at full size.';

/** Of reports without a finding; figures in the README. */
export const missedWords =
  'Findings are named with few false alarms: most cancers of screening are not named, and a negative reading excludes none.';

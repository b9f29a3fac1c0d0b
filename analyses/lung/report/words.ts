export const notSpecified = 'Not specified';

/** Shown where a response carries no measured confidence. */
export const fixedConfidence = { value: 99, note: 'fixed display value' } as const;

export const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

export const disclaimer =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
export const researchNotice = 'Research use only. Not for primary diagnosis.';

export const notSpecified = 'Not specified';

/** Beside either kind of opacity: one probability is measured of both. */
export const anyOpacityNote = 'probability of any opacity';

/** Opens the note of what was not looked for. */
export const notAssessed = {
  crop: 'Not assessed: the picture shows a part of one lung.',
  noLungs: 'Not assessed: no lung was found in this slice.',
  hidden: 'Not assessed: the window of this picture hides the lungs.',
  faint: 'Not assessed: ground glass cannot be seen in this window.',
  unread: 'Not assessed: the response says nothing of it.',
} as const;

/** Said beside the band of a nodule's size. */
export const bandNote = 'Fleischner and Lung-RADS need the whole CT';

export const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

export const disclaimer =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
export const researchNotice = 'Research use only. Not for primary diagnosis.';

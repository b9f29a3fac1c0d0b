export const notSpecified = 'Not specified';

/** The one probability that is measured of both kinds of opacity, and how it is captioned beside either. */
export const anyOpacity = { key: 'opacity_confidence', note: 'probability of any opacity' } as const;

/** Opens the note of what was not looked for. */
export const notAssessed = {
  crop: 'Not assessed: the picture shows a part of one lung.',
  noLungs: 'Not assessed: no lung was found in this slice.',
  unread: 'Not assessed: the response says nothing of it.',
} as const;

/** Said beside the band of a nodule's size. */
export const bandNote = 'Fleischner and Lung-RADS need the whole CT';

export const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

export const disclaimer =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
export const researchNotice = 'Research use only. Not for primary diagnosis.';

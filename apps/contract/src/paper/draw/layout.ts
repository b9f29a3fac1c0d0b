/** Measures of the printed report in millimetres, as the specification gives them (§9). */
export const page = {
  margin: 15,
  bandHeight: 20,
  /** Kept free at the bottom for the footer. */
  footerHeight: 20,
  headingHeight: 8,
  imageGap: 8,
  framePadding: 2,
  rowStep: 6,
  detailStep: 5,
  /** A section that does not fit begins on this page where so much is left of it, else on the next. */
  worthBeginning: 60,
} as const;

/** Type sizes in points. */
export const sizes = {
  title: 14,
  patient: 10,
  heading: 12,
  finding: 8,
  caption: 8,
  body: 9,
  footer: 7,
} as const;

export const colours = {
  band: [33, 150, 243],
  white: [255, 255, 255],
  text: [33, 37, 41],
  quiet: [110, 117, 125],
  line: [206, 212, 218],
  detected: [46, 204, 113],
  absent: [128, 128, 128],
  assessment: [255, 243, 224],
  failed: [220, 38, 38],
  imageGround: [7, 9, 13],
} as const satisfies Record<string, readonly [number, number, number]>;

/** Where a finding type has no colour. */
export const fallbackColour = '#666666';

/**
 * Logistic fit on spots of slices with opacities (MosMedData, COVID-CT-MD, the COVID slices of publications)
 * and on nodules of LUNA16 (fold 0) and LIDC-IDRI. The offset was then lowered as far as these nodules stay
 * named: 71 of the 72 of LUNA16 that are named without it.
 */
const fit = { offset: -5.65, within: -2.24, others: -0.95, width: -0.48 } as const;
/** Keeps the logarithm of no other opacity finite; pixels at which the width counts for nothing. */
const [floor, evenWidth] = [0.003, 12];
/** Keeps the logit of 0 and 1 finite. */
const least = 1e-6;

/**
 * What is added to the logit of a spot's probability, next to nothing in clear lungs: a round patch of
 * opacities looks like a nodule to a network that sees its surroundings alone. It is the likelier one of them
 * the more the network of opacities sees in it, the more of the lungs the others take, and the wider it is.
 */
export function amongOpacities(spot: {
  /** Mean of the opacity network within the spot. */
  readonly within: number;
  /** Share of the lungs that other opacities take. */
  readonly others: number;
  readonly widthPx: number;
}): number {
  const others = fit.others * Math.log(Math.max(0, spot.others) + floor);
  const width = fit.width * Math.log(spot.widthPx / evenWidth);
  return Math.min(0, fit.offset + fit.within * spot.within + others + width);
}

/** A probability with a number added to its logit. */
export function shifted(probability: number, shift: number): number {
  const kept = Math.min(1 - least, Math.max(least, probability));
  return shift === 0 ? probability : 1 / (1 + Math.exp(-(Math.log(kept / (1 - kept)) + shift)));
}

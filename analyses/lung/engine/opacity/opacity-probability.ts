/**
 * Logistic fit on the logarithm of the share, both classes and every source of the same weight: 211 slices
 * with opacities (MosMedData CT-2, COVID-CT-MD, publications) and without (MosMedData CT-0, LIDC-IDRI,
 * COVID-CT-MD).
 */
const slope = 2.026;
const offset = 9.2;
/** Keeps a share of 0 finite; about the least the network leaves in clear lungs. */
const floor = 0.003;

/** 0 to 1: whether any opacity is real, from the share of the lungs it takes away from their edge. */
export function opacityProbability(shareAwayFromEdge: number): number {
  return 1 / (1 + Math.exp(-(slope * Math.log(shareAwayFromEdge + floor) + offset)));
}

/** Opacities are reported where they are likelier than not: from about 0.8 % of the lungs on. */
export const opacityReportFrom = 0.5;

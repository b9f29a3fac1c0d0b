/**
 * Logistic fit on the logarithm of the share, both classes and every source of the same weight: 235 slices
 * with opacities (MosMedData CT-2, COVID series, COVID-CT-MD) and without (MosMedData CT-0, LIDC-IDRI,
 * COVID-CT-MD).
 */
const slope = 1.692;
const offset = 6.863;
/** Keeps a share of 0 finite; about the least the network leaves in clear lungs. */
const floor = 0.003;

/** 0 to 1: whether any opacity is real, from the share of the lungs it takes. */
export function opacityProbability({ share }: { readonly share: number }): number {
  return 1 / (1 + Math.exp(-(slope * Math.log(share + floor) + offset)));
}

/** Opacities are reported where they are likelier than not: from about 1.4 % of the lungs on. */
export const opacityReportFrom = 0.5;

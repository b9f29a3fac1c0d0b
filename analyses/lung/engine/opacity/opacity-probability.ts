/**
 * Logistic fit on the logarithm of the share, out of fold: 50 COVID slices against slices without; see
 * README.
 */
const slope = 2.456;
const offset = 10.474;
/** Keeps a share of 0 finite; about the least the network leaves in clear lungs. */
const floor = 0.003;

/** 0 to 1: whether any opacity is real, from the share of the lungs it takes. */
export function opacityProbability({ share }: { readonly share: number }): number {
  return 1 / (1 + Math.exp(-(slope * Math.log(share + floor) + offset)));
}

/**
 * Opacities are reported from this probability on, about 0.7 % of the lungs: between the 46 clear slices
 * (0.03) and the faintest of 50 infected ones (0.40), out of fold.
 */
export const opacityReportFrom = 0.35;

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

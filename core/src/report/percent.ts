/**
 * A share of 0 to 100 as every report writes it: "87.4 %". One number has one rounding wherever it is shown.
 */
export function percentText(percent: number): string {
  return `${percent.toFixed(1)} %`;
}

/** A share or probability of 0 to 1 in the same words. */
export function shareText(share: number): string {
  return percentText(100 * share);
}

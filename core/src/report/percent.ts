/**
 * A share of 0 to 100 as every report writes it: "87.4 %". One number has one rounding wherever it stands.
 */
export function percentText(percent: number): string {
  return `${percent.toFixed(1)} %`;
}

/** A share or probability of 0 to 1 in the same words. */
export function shareText(share: number): string {
  return percentText(100 * share);
}

/** A stored confidence, 0 to 100; null where nothing measured it, or what stands there is none. */
export function measuredPercent(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
}

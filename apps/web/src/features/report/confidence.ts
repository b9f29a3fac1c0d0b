/** A confidence of 0 to 100 as it is shown everywhere: one decimal and its unit, e.g. `87.4%`. */
export function formatConfidence(confidence: number): string {
  return `${confidence.toFixed(1)}%`;
}

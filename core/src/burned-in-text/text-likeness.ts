/** Placeholder until fitted. */
export function textLikeness(_features: readonly number[]): number {
  return 1;
}

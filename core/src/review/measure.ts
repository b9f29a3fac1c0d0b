import type { Measurement, Unit } from '../reading/measurement.ts';

export interface Measured {
  readonly quantity: string;
  readonly value: number;
  readonly unit: Unit;
}

/** Says that a reader measured it, and not the engine. */
export const readerMethod = 'reader';

/**
 * The measurements with this one in place of the quantity's: the same quantity in another unit came from the
 * same line, so it goes.
 */
export function withMeasurement(
  all: readonly Measurement[],
  { quantity, value, unit }: Measured,
): Measurement[] {
  const next: Measurement = { quantity, value, unit, method: readerMethod };
  const at = all.findIndex((each) => each.quantity === quantity);
  const others = all.filter((each) => each.quantity !== quantity);
  return at < 0 ? [...others, next] : [...others.slice(0, at), next, ...others.slice(at)];
}

import { z } from 'zod';

/** A share in percent. */
export const percentSchema = z.number().min(0).max(100);

export const units = ['mm', 'px', 'mm2', 'mm3', 'px2', 'percent', 'count', 'ratio', 'HU', 'deg'] as const;

/** One measured number with what it needs to be understood elsewhere. */
export const measurementSchema = z.strictObject({
  /** What was measured, in the words of code: `longest_diameter`. Each module lists its own. */
  quantity: z.string().min(1),
  value: z.number(),
  unit: z.enum(units),
  /** How, where one quantity can be had in several ways or was not validated: `unvalidated_rank`. */
  method: z.string().min(1).nullable(),
});

export type Measurement = z.infer<typeof measurementSchema>;
export type Unit = Measurement['unit'];

/** Of a quantity, the first in that unit; null where it was not measured. */
export function measured(all: readonly Measurement[], quantity: string, unit?: Unit): number | null {
  const found = all.find((each) => each.quantity === quantity && (unit === undefined || each.unit === unit));
  return found?.value ?? null;
}

import type { Box } from '../pixels/plane.ts';

export type AttributeValue = string | number | boolean | null;

/** A possible finding, down to low scores, so that a FROC curve can be drawn. Coordinates in input pixels. */
export interface Candidate extends Box {
  readonly type: string;
  /** 0 to 1, higher is more suspicious; calibrated where the module's metrics.json says so. */
  readonly score: number;
}

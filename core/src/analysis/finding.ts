import type { Box } from '../pixels/plane.ts';
import type { Percent } from '../pixels/units.ts';

export type AttributeValue = string | number | boolean | null;

/** One line of a report: something looked for, found or not, with how sure the engine is. */
export interface Finding {
  /** A finding type of the module's manifest, e.g. `mass`. */
  readonly type: string;
  readonly found: boolean;
  /** Measured confidence that `found` is right, 0 to 100; null where nothing measures it. */
  readonly confidence: Percent | null;
  /** Machine-readable descriptors, e.g. `{ shape: 3, widthMm: 14.2 }`; units are in the names. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** Where it is, when it has one place. */
  readonly region?: Box;
}

/** A possible finding, down to low scores, so that a FROC curve can be drawn. Coordinates in input pixels. */
export interface Candidate extends Box {
  readonly type: string;
  /** 0 to 1, higher is more suspicious; calibrated where the module's metrics.json says so. */
  readonly score: number;
}

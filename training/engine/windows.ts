import type { GreyRange } from '../../core/src/pixels/color/apply-window.ts';

/** Windows in which a chest CT is looked at, in Hounsfield units. */
export const windows = {
  lung: { min: -1350, max: 150 },
  soft: { min: -160, max: 240 },
  narrow: { min: -60, max: 140 },
  bone: { min: -500, max: 1300 },
  wide: { min: -1250, max: 1250 },
} as const satisfies Record<string, GreyRange>;

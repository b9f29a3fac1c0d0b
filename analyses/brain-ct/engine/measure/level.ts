import type { SliceLevel } from '../../reading/codes.ts';

/** In the order of the network's output, from the base to the vertex. */
export const sliceLevels: readonly SliceLevel[] = [
  'face',
  'posterior fossa',
  'basal cisterns',
  'lateral ventricles',
  'convexity',
];

/**
 * Of the canvas, what the skull must enclose for structures to be measured, and for blood to be seen at
 * all.
 */
const minInside = { structures: 0.06, blood: 0.015 } as const;

/** The likeliest level by `shares`, the network's probability of each of `sliceLevels`. */
export function sliceLevel(shares: readonly number[]): SliceLevel {
  return sliceLevels[shares.indexOf(Math.max(...shares))] ?? 'face';
}

/** Whether the skull encloses enough of the canvas for its structures to be judged. */
export function showsBrain(insideShare: number): boolean {
  return insideShare >= minInside.structures;
}

/** Whether it encloses enough for the network to see blood: outside of the skull it sees none. */
export function showsBlood(insideShare: number): boolean {
  return insideShare >= minInside.blood;
}

/** What can be judged on a level. Haemorrhage always is. */
export interface Assessable {
  readonly shift: boolean;
  readonly ventricles: boolean;
  readonly cisterns: boolean;
  readonly sulci: boolean;
  readonly hypodensity: boolean;
}

export function assessableOn(level: SliceLevel): Assessable {
  const isBrain = level === 'basal cisterns' || level === 'lateral ventricles' || level === 'convexity';
  return {
    shift: level === 'basal cisterns' || level === 'lateral ventricles',
    ventricles: level === 'lateral ventricles',
    cisterns: level === 'basal cisterns',
    sulci: level === 'lateral ventricles' || level === 'convexity',
    hypodensity: isBrain,
  };
}

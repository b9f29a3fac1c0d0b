import type { SliceLevel } from '../../reading/codes.ts';

/**
 * Bounds on the network's place in the scan (0 skull base, 1 vertex), read off the 58 training scans: a
 * trauma scan runs from the jaw or the base to the vertex.
 */
const bounds: readonly (readonly [below: number, level: SliceLevel])[] = [
  [0.2, 'face'],
  [0.36, 'posterior fossa'],
  [0.48, 'basal cisterns'],
  [0.72, 'lateral ventricles'],
];

/** A slice in which the skull encloses less than this share of the canvas shows no assessable brain. */
const minInside = 0.06;

export function sliceLevel(position: number, insideShare: number): SliceLevel {
  const level = bounds.find(([below]) => position < below)?.[1] ?? 'convexity';
  return insideShare < minInside && level !== 'convexity' ? 'face' : level;
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

import type { SliceLevel } from '../../reading/codes.ts';

/**
 * By the level of the slice. Written by training/brain-ct/sources/operating_point.py from sources and
 * patients that the networks never saw; see the README.
 */
export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {
  face: 0.59,
  'posterior fossa': 0.32,
  'basal cisterns': 0.53,
  'lateral ventricles': 0.12,
  convexity: 0.33,
};

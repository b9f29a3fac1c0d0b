import type { SliceLevel } from '../../reading/codes.ts';

/**
 * Written by training/brain-ct/operating_point.py from sources that the networks never saw; see the README.
 */
export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {
  face: 0.1,
  'posterior fossa': 0.1,
  'basal cisterns': 0.17,
  'lateral ventricles': 0.34,
  convexity: 0.31,
};

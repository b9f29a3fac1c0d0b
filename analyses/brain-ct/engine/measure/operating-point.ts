import type { SliceLevel } from '../../reading/codes.ts';

/**
 * By the band of the network's place in the scan. Written by training/brain-ct/sources/operating_point.py
 * from sources that the networks never saw; see the README.
 */
export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {
  face: 0.05,
  'posterior fossa': 0.18,
  'basal cisterns': 0.12,
  'lateral ventricles': 0.25,
  convexity: 0.26,
};

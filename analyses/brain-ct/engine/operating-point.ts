import type { SliceLevel } from './level.ts';

/** Written by training/brain-ct/operating-point.py; see the README. */
export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {
  face: 0.1734,
  'posterior fossa': 0.1734,
  'basal cisterns': 0.1734,
  'lateral ventricles': 0.1734,
  convexity: 0.1734,
};

import type { Study } from '../decode/study.ts';
import type { SeenSlice } from './exam-slice.ts';
import { numberOf } from './facts.ts';

/**
 * Hounsfield units. Enamel and dense cortical bone stay below; metal ends the usual scale at 3071, and
 * undiluted contrast medium comes near it.
 */
const metalFrom = 2500;
/** Less is a lead on the skin, or noise at the end of the scale: 2 mm² at most on 89 slices without metal. */
const minMm2 = 5;
/** Where pixels have no size. */
const minPx = 15;

/** Pixels of metal in a slice; null without Hounsfield units, where bone is as white. */
export function metalPixels({ quantity, grey }: Pick<Study, 'quantity' | 'grey'>): number | null {
  if (quantity !== 'hounsfield') return null;
  let count = 0;
  for (const value of grey.data) if (value >= metalFrom) count++;
  return count;
}

/** Slices, from 0, that show metal. */
export function metalSlices(slices: readonly SeenSlice[]): number[] {
  return slices.flatMap(({ index, pixelMm, evidence }) => {
    const px = numberOf(evidence.facts, 'metalPx') ?? 0;
    const isMetal = pixelMm === null ? px >= minPx : px * pixelMm.x * pixelMm.y >= minMm2;
    return isMetal ? [index] : [];
  });
}

import type { Study } from '@second-read/core/decode/study';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { histogram } from '@second-read/core/pixels/values/histogram';
import { brainWindow } from './display.ts';

/**
 * Usual densities, Hounsfield units (Osborn's Brain, 2nd ed.: CSF 0-15, white 25-32, grey 35-41, fresh blood
 * 50-85).
 */
export const brainHu = 34;

/**
 * Half the span round brain's own density, grey and white matter alike, HU, and how often its mean is found
 * anew.
 */
const brainSpan = 12;
const rounds = 6;

/**
 * Hounsfield units of a canvas in the brain window, clipped to it. Those of the file stay; those estimated
 * from a picture are set so that brain stands at 34.
 */
export function densityOf(grey: GreyPlane, intracranial: Mask, quantity: Study['quantity']): GreyPlane {
  const lowest = brainWindow.centre - brainWindow.width / 2;
  const brain =
    quantity === 'hounsfield' ? undefined : brainOf(grey, intracranial, brainSpan / brainWindow.width);
  const zero = brain === undefined ? lowest : brainHu - brain * brainWindow.width;
  const hu = greyPlane(grey.width, grey.height);
  for (let i = 0; i < hu.data.length; i++) hu.data[i] = zero + (grey.data[i] ?? 0) * brainWindow.width;
  return hu;
}

/**
 * Brain's own grey: the mean within `span` round the most frequent grey inside the skull. The most frequent
 * one alone is that of white or of grey matter, whichever the slice shows more of. 0.45, its place in a brain
 * window, where nothing is enclosed.
 */
export function brainOf(grey: GreyPlane, inside: Mask, span: number): number {
  const { counts, min: lowest, binWidth } = histogram(gaussianBlur(grey, 1), 100, inside);
  let [best, highest] = [-1, 0];
  for (let i = 2; i < counts.length - 2; i++) {
    let sum = 0;
    for (let k = -2; k <= 2; k++) sum += counts[i + k] ?? 0;
    if (sum > highest) [best, highest] = [i, sum];
  }
  if (best < 0) return 0.45;
  let brain = lowest + (best + 0.5) * binWidth;
  for (let round = 0; round < rounds; round++) {
    let [sum, count] = [0, 0];
    for (let i = 0; i < counts.length; i++) {
      const value = lowest + (i + 0.5) * binWidth;
      if (Math.abs(value - brain) > span) continue;
      sum += value * (counts[i] ?? 0);
      count += counts[i] ?? 0;
    }
    brain = count === 0 ? brain : sum / count;
  }
  return brain;
}

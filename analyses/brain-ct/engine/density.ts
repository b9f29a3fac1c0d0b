import type { Study } from '@second-read/core/decode/study';
import { erode } from '@second-read/core/pixels/erode';
import { gaussianBlur } from '@second-read/core/pixels/gaussian-blur';
import { histogram } from '@second-read/core/pixels/histogram';
import { percentiles } from '@second-read/core/pixels/percentiles';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { disc } from '@second-read/core/pixels/structuring-element';
import { brainWindow } from './display.ts';

/** Usual densities, Hounsfield units (Osborn's Brain, 2nd ed.: CSF 0-15, white 25-32, grey 35-41, fresh blood 50-85). */
export const csfHu = 8;
export const brainHu = 34;

/** Canvas densities and how they were come by. */
export interface Density {
  /** Hounsfield units on the canvas; clipped to the window of the picture. */
  readonly hu: GreyPlane;
  /** `measured`: from the file. `estimated`: from brain and CSF. `assumed`: from brain and a window of 120 HU. */
  readonly source: 'measured' | 'estimated' | 'assumed';
}

/** Narrowest and widest brain windows that are recognised, HU. */
const narrowest = 55;
const recognisedBelow = 105;

/** Puts densities on a canvas of 0 (black) to 1 (white). Brain stands at 34 HU; the window's width is estimated where CSF shows it. */
export function densityOf(grey: GreyPlane, intracranial: Mask, quantity: Study['quantity']): Density {
  if (quantity === 'hounsfield') {
    const least = brainWindow.centre - brainWindow.width / 2;
    return { hu: scaled(grey, (value) => least + value * brainWindow.width), source: 'measured' };
  }
  const brain = brainOf(grey, intracranial);
  const width = estimatedWidth(grey, intracranial, brain);
  const used = width ?? brainWindow.width;
  return {
    hu: scaled(grey, (value) => brainHu + (value - brain) * used),
    source: width === undefined ? 'assumed' : 'estimated',
  };
}

/** Width of the picture's window where it is clearly narrower than 120 HU: CSF then lies far below brain. */
function estimatedWidth(grey: GreyPlane, intracranial: Mask, brain: number): number | undefined {
  const inner = erode(intracranial, disc(3));
  const [dark = brain] = percentiles(gaussianBlur(grey, 1.2), [0.015], inner);
  const width = (brainHu - csfHu) / Math.max(brain - dark, 0.01);
  return width >= narrowest && width <= recognisedBelow ? width : undefined;
}

/** Half the span of grey round brain's own, grey and white matter alike, and how often its mean is found anew. */
const brainSpan = 0.1;
const rounds = 6;

/**
 * Brain's own grey: the mean round the most frequent grey inside the skull. The most frequent one alone is that of white or of
 * grey matter, whichever the slice shows more of. 0.45, its place in a brain window, where nothing is enclosed.
 */
function brainOf(grey: GreyPlane, inside: Mask): number {
  const { counts, least, binWidth } = histogram(gaussianBlur(grey, 1), 100, inside);
  let [best, most] = [-1, 0];
  for (let i = 2; i < counts.length - 2; i++) {
    let sum = 0;
    for (let k = -2; k <= 2; k++) sum += counts[i + k] ?? 0;
    if (sum > most) [best, most] = [i, sum];
  }
  if (best < 0) return 0.45;
  let brain = least + (best + 0.5) * binWidth;
  for (let round = 0; round < rounds; round++) {
    let [sum, count] = [0, 0];
    for (let i = 0; i < counts.length; i++) {
      const value = least + (i + 0.5) * binWidth;
      if (Math.abs(value - brain) > brainSpan) continue;
      sum += value * (counts[i] ?? 0);
      count += counts[i] ?? 0;
    }
    brain = sum / Math.max(1, count);
  }
  return brain;
}

function scaled(grey: GreyPlane, toHu: (value: number) => number): GreyPlane {
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = toHu(grey.data[i] ?? 0);
  return out;
}

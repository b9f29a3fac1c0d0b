import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import { type Midline, movedAt } from '../midline/midline.ts';
import { brainHu } from '../window/density.ts';

export interface HypodenseArea {
  readonly region: Mask;
  /** Share of the intracranial area. */
  readonly fraction: number;
  /** Mean difference to the mirrored side, Hounsfield units, negative; 0 where none. */
  readonly difference: number;
}

/**
 * Darker than the mirrored place by this much, HU, after smoothing: above noise and left-right differences of
 * grey matter.
 */
const darkerBy = 5.5;
/** Below this it is CSF and not tissue, HU. */
const csfBelow = 12.5;
/** Smallest area, share of the intracranial area; about 2.8 cm² of 150. */
const minShare = 0.0185;

/** Blood and calcification stand this far above brain, HU; what they blur is left out with them, pixels. */
const denseAbove = 12;
const minDense = 20;
const denseRim = disc(4);

/** What is compared with the other side, and what must not be. */
export interface ComparedSides {
  readonly intracranial: Mask;
  readonly midline: Midline;
  /** The bleeding as it was outlined. */
  readonly blood?: Mask;
  readonly depth?: GreyPlane;
}

/**
 * Parenchyma darker than both its mirror images, across the skull's midline and across the brain's own, where
 * that has moved to. CSF, blood and the rim are left out on both sides: opposite a bleeding a healthy side
 * would look dark.
 */
export function findHypodense(
  hu: GreyPlane,
  { intracranial, midline, blood, depth }: ComparedSides,
): HypodenseArea {
  const smooth = gaussianBlur(hu, 1.5);
  const shown = parenchyma(smooth, intracranial, depth ?? distanceTransform(intracranial));
  const tissue = without(shown, dilate(denseParts(smooth, intracranial, blood), denseRim));
  const calm = maskedBlur(hu, tissue, 4);
  const candidate = mask(hu.width, hu.height);
  const difference = greyPlane(hu.width, hu.height);
  for (let y = 0; y < hu.height; y++) {
    const sums = [movedAt(midline, y), midline.idealAt(y)].map((x) => Math.round(2 * x));
    for (let x = 0; x < hu.width; x++) {
      const i = y * hu.width + x;
      const own = calm.data[i] ?? 0;
      if (tissue.data[i] === 0 || own >= brainHu - 3) continue;
      const delta = own - darkestMirror(calm, tissue, { x, y, sums });
      difference.data[i] = delta;
      if (delta < -darkerBy) candidate.data[i] = 1;
    }
  }
  const whole = Math.max(1, area(intracranial));
  const region = keepComponents(connectedComponents(candidate), (part) => part.area >= minShare * whole);
  let [count, total] = [0, 0];
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    count++;
    total += difference.data[i] ?? 0;
  }
  return { region, fraction: count / whole, difference: count === 0 ? 0 : total / count };
}

/** The density of the darker of a place's mirror images; as dark as can be where one shows no tissue. */
function darkestMirror(
  calm: GreyPlane,
  tissue: Mask,
  { x, y, sums }: { x: number; y: number; sums: readonly number[] },
): number {
  let darkest = Number.POSITIVE_INFINITY;
  for (const sum of sums) {
    const other = sum - x;
    const isTissue = other >= 0 && other < calm.width && tissue.data[y * calm.width + other] !== 0;
    darkest = Math.min(darkest, isTissue ? (calm.data[y * calm.width + other] ?? 0) : 0);
  }
  return darkest;
}

/** Blood, as outlined or by its density alone. */
function denseParts(calm: GreyPlane, intracranial: Mask, blood: Mask | undefined): Mask {
  const dense = mask(calm.width, calm.height);
  for (let i = 0; i < dense.data.length; i++) {
    dense.data[i] = intracranial.data[i] !== 0 && (calm.data[i] ?? 0) > brainHu + denseAbove ? 1 : 0;
  }
  const large = keepComponents(connectedComponents(dense), (part) => part.area >= minDense);
  return blood === undefined ? large : union(large, blood);
}

function without(region: Mask, left: Mask): Mask {
  return { ...region, data: region.data.map((value, i) => (left.data[i] === 0 ? value : 0)) };
}

/** Brain away from CSF and from the skull. Oedema and infarction stay above CSF's own density. */
function parenchyma(calm: GreyPlane, intracranial: Mask, depth: GreyPlane): Mask {
  const free = mask(calm.width, calm.height);
  for (let i = 0; i < free.data.length; i++) {
    free.data[i] = intracranial.data[i] !== 0 && (calm.data[i] ?? 0) > csfBelow ? 1 : 0;
  }
  const fromCsf = distanceTransform(free);
  const out = mask(calm.width, calm.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = (depth.data[i] ?? 0) > 6 && (fromCsf.data[i] ?? 0) > 1.5 ? 1 : 0;
  }
  return out;
}

/** Gaussian mean over the pixels of a mask alone. */
function maskedBlur(plane: GreyPlane, inside: Mask, sigma: number): GreyPlane {
  const values = greyPlane(plane.width, plane.height);
  const weights = greyPlane(plane.width, plane.height);
  for (let i = 0; i < values.data.length; i++) {
    if (inside.data[i] === 0) continue;
    values.data[i] = plane.data[i] ?? 0;
    weights.data[i] = 1;
  }
  const sums = gaussianBlur(values, sigma);
  const shares = gaussianBlur(weights, sigma);
  for (let i = 0; i < sums.data.length; i++) {
    const share = shares.data[i] ?? 0;
    sums.data[i] = share > 0.05 ? (sums.data[i] ?? 0) / share : 0;
  }
  return sums;
}

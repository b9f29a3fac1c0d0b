import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import { type Midline, movedAt } from '../midline/midline.ts';
import { brainHu } from '../window/density.ts';
import { blurred } from './blurred.ts';
import { maskedBlur } from './masked-blur.ts';
import { againstOtherSide } from './territory.ts';

export interface HypodenseArea {
  readonly region: Mask;
  /** Share of the intracranial area. */
  readonly fraction: number;
  /** Mean difference to what it is compared with, Hounsfield units, negative; 0 where none. */
  readonly difference: number;
  /**
   * An area on both sides, or one that its mirror image does not show lighter, is compared with usual brain.
   */
  readonly comparedWith: 'other side' | 'usual brain';
}

/**
 * Darker than the mirrored place by this much, HU, after smoothing: above noise and left-right differences of
 * grey matter.
 */
const darkerBy = 5.5;
/**
 * The network's chance from which a place is named, and from which, on average over an area, the network
 * agrees that what is darker than the other side is no asymmetry of sulci or ventricles. Chosen on heads and
 * infarcts that it never saw (README).
 */
const [namedFrom, agreedFrom] = [0.3, 0.05];
/**
 * A faint chance counts where a whole territory is less dense than the other side by this much, HU; the same
 * is named from 2 to 3.5 HU and means over 6 to 12 mm.
 */
const faint = { chance: 0.03, territoryLower: 2.5 } as const;
/** An area is compared with its other side where that is lighter by this much, HU. */
const lighterBy = 2;
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
  /** Ventricles and cisterns. */
  readonly ventricles?: Mask;
  /** What the network tells of each place (`hypodense-network.ts`). */
  readonly chance?: GreyPlane;
}

/** What the network takes for an infarct, and what is darker than the other side where the network agrees. */
export function findHypodense(hu: GreyPlane, sides: ComparedSides): HypodenseArea {
  const difference = unlikeMirror(hu, sides);
  const whole = Math.max(1, area(sides.intracranial));
  const isLarge = (part: { readonly area: number }) => part.area >= minShare * whole;
  const darker = connectedComponents(placesWhere(difference, (value) => value < -darkerBy));
  const agreed = (label: number) =>
    sides.chance === undefined ||
    meanWhere(sides.chance, (i) => darker.labels.data[i] === label) >= agreedFrom;
  const parts = [
    keepComponents(darker, (part) => isLarge(part) && agreed(part.label)),
    ...toldByNetwork(hu, sides).map((told) => keepComponents(connectedComponents(told), isLarge)),
  ];
  const region = parts.reduce(union);
  return { region, fraction: area(region) / whole, ...compared(region, { hu, difference }) };
}

/**
 * Where the network tells a hypodense area, surely or faintly within a territory less dense than the other
 * side; beside blood and ventricles it is not asked.
 */
function toldByNetwork(
  hu: GreyPlane,
  { intracranial, blood, depth, ventricles, chance }: ComparedSides,
): Mask[] {
  if (chance === undefined) return [];
  const dense = denseParts(blurred(hu, 1.5), intracranial, blood);
  const left = dilate(ventricles === undefined ? dense : union(dense, ventricles), denseRim);
  const territory = againstOtherSide(hu, { intracranial, left, ...(depth === undefined ? {} : { depth }) });
  const isLower = (i: number) => (territory.data[i] ?? 0) < -faint.territoryLower;
  return [
    without(
      placesWhere(chance, (value) => value > namedFrom),
      left,
    ),
    without(
      placesWhere(chance, (value, i) => value > faint.chance && isLower(i)),
      left,
    ),
  ];
}

function compared(
  region: Mask,
  { hu, difference }: { hu: GreyPlane; difference: GreyPlane },
): Pick<HypodenseArea, 'difference' | 'comparedWith'> {
  const toOther = meanWhere(difference, (i) => region.data[i] !== 0 && difference.data[i] !== 0);
  if (toOther < -lighterBy) return { difference: toOther, comparedWith: 'other side' };
  const own = meanWhere(hu, (i) => region.data[i] !== 0);
  const isNone = area(region) === 0;
  return { difference: isNone ? 0 : Math.min(0, own - brainHu), comparedWith: 'usual brain' };
}

function placesWhere(plane: GreyPlane, holds: (value: number, at: number) => boolean): Mask {
  const out = mask(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = holds(plane.data[i] ?? 0, i) ? 1 : 0;
  return out;
}

/** 0 where no place belongs. */
function meanWhere(plane: GreyPlane, belongs: (at: number) => boolean): number {
  let [count, total] = [0, 0];
  for (let i = 0; i < plane.data.length; i++) {
    if (!belongs(i)) continue;
    count++;
    total += plane.data[i] ?? 0;
  }
  return count === 0 ? 0 : total / count;
}

/**
 * By how much parenchyma differs from the darker of its mirror images, across the skull's midline and across
 * the brain's own, where that has moved to, HU; 0 where nothing is compared. CSF, blood and the rim are left
 * out on both sides: opposite a bleeding a healthy side would look dark.
 */
export function unlikeMirror(
  hu: GreyPlane,
  { intracranial, midline, blood, depth }: ComparedSides,
): GreyPlane {
  const smooth = blurred(hu, 1.5);
  const shown = parenchyma(smooth, intracranial, depth ?? distanceTransform(intracranial));
  const tissue = without(shown, dilate(denseParts(smooth, intracranial, blood), denseRim));
  const calm = maskedBlur(hu, tissue, 4);
  const difference = greyPlane(hu.width, hu.height);
  for (let y = 0; y < hu.height; y++) {
    const sums = [movedAt(midline, y), midline.idealAt(y)].map((x) => Math.round(2 * x));
    for (let x = 0; x < hu.width; x++) {
      const i = y * hu.width + x;
      const own = calm.data[i] ?? 0;
      if (tissue.data[i] === 0 || own >= brainHu - 3) continue;
      difference.data[i] = own - darkestMirror(calm, tissue, { x, y, sums });
    }
  }
  return difference;
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

import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { type BleedingType, bleedingTypes } from './haemorrhage.ts';

type Scores = Readonly<Record<BleedingType, number>>;
type Belongs = (at: number) => boolean;

interface Shown {
  readonly region: Mask;
  readonly intracranial: Mask;
  readonly ventricles?: Mask;
}

/** Deeper than this on average, with less than this share of it at the skull, blood lies within the brain. */
const deep = { mean: 12, atSkull: 0.1 };
/** The largest part stands for all from this share on: small ones are often the edge of the skull. */
const mainShare = 0.6;
/** Within this of the skull, pixels, a place lies at it. */
const skullRim = 4;
/** Blood in a ventricle borders on CSF; this much may be blurred, pixels. */
const csfReach = 4;
/**
 * Blood that settles in a ventricle lies along its CSF with this share, and takes no more of the inside of
 * the skull: of blood within the brain at most 0.03 does (README).
 */
const settled = { atCsf: 0.1, maxShare: 0.03 } as const;
/** A ventricle full of blood shows no CSF: there the network must be this much surer than of other types. */
const surer = 2;
/** A crescent is thinner than this part of its length, and lies with this share at the skull. */
const crescent = { thickness: 0.12, atSkull: 0.3 };

/**
 * What an outlined bleeding most likely is: the network's scores, where place and shape allow them. Checked
 * on 171 slices of four sources, docs/report-reading.md. Null of a crescent along the skull that the network
 * takes for epidural: of 14 such slices of two sources none is labeled subdural, and a crescent is no lens.
 */
export function bleedingTypeOf(scores: Scores, shown: Shown): BleedingType | null {
  const [largest, all] = largestPart(shown.region);
  if (largest === undefined) return best(scores, bleedingTypes);
  const depth = distanceTransform(shown.intracranial);
  const part = depthsOf(depth, (i) => all.labels.data[i] === largest.label);
  const isMain = largest.area >= mainShare * area(shown.region);
  const judged = isMain ? part : depthsOf(depth, (i) => shown.region.data[i] !== 0);
  if (judged.mean > deep.mean && judged.atSkull < deep.atSkull) {
    return deepType(scores, shown, (i) => all.labels.data[i] === largest.label);
  }
  const type = best(scores, bleedingTypes);
  if (type !== 'edh') return type;
  const length = Math.hypot(largest.box.width, largest.box.height);
  const isCrescent = part.max < crescent.thickness * length && part.atSkull >= crescent.atSkull;
  return isCrescent ? null : type;
}

function largestPart(region: Mask) {
  const all = connectedComponents(region);
  const largest = all.components.reduce<Component | undefined>(
    (most, part) => (most === undefined || part.area > most.area ? part : most),
    undefined,
  );
  return [largest, all] as const;
}

function best(scores: Scores, among: readonly BleedingType[]): BleedingType {
  return among.reduce((most, type) => (scores[type] > scores[most] ? type : most), among[0] ?? 'iph');
}

/** Depths below the skull, pixels, of the places that belong. */
function depthsOf(depth: GreyPlane, belongs: Belongs) {
  let [count, sum, max, near] = [0, 0, 0, 0];
  for (let i = 0; i < depth.data.length; i++) {
    if (!belongs(i)) continue;
    const value = depth.data[i] ?? 0;
    count++;
    sum += value;
    max = Math.max(max, value);
    if (value < skullRim) near++;
  }
  return { mean: sum / Math.max(1, count), max, atSkull: near / Math.max(1, count) };
}

/** Of a bleeding away from the skull; without any CSF measured nothing is ruled out. */
function deepType(scores: Scores, { region, intracranial, ventricles }: Shown, isOfLargest: Belongs) {
  const types: BleedingType[] = ['sah', 'iph', 'ivh'];
  if (ventricles === undefined || area(ventricles) === 0) return best(scores, types);
  const toCsf = distanceTransform({ ...ventricles, data: ventricles.data.map((value) => 1 - value) });
  const isAtCsf = (i: number) => (toCsf.data[i] ?? 0) <= csfReach;
  const along = countWhere(region, isAtCsf) / area(region);
  const isSmall = area(region) < settled.maxShare * area(intracranial);
  if (along >= settled.atCsf && isSmall) return 'ivh';
  const touchesCsf = countWhere(region, (i) => isOfLargest(i) && isAtCsf(i)) > 0;
  const isSure = scores.ivh >= surer * Math.max(scores.iph, scores.sah);
  return best(scores, touchesCsf || isSure ? types : ['sah', 'iph']);
}

function countWhere(region: Mask, holds: Belongs): number {
  let count = 0;
  for (let i = 0; i < region.data.length; i++) if (region.data[i] !== 0 && holds(i)) count++;
  return count;
}

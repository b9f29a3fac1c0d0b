import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { type BleedingType, bleedingTypes } from './haemorrhage.ts';

type Scores = Readonly<Record<BleedingType, number>>;

/** Deeper than this on average, with less than this share of it at the skull, blood lies within the brain. */
const deep = { mean: 12, atSkull: 0.1 };
/** The largest part stands for all from this share on: small ones are often the edge of the skull. */
const mainShare = 0.6;
/** Within this of the skull, pixels, a place lies at it. */
const skullRim = 4;
/** Blood in a ventricle borders on CSF; this much may be blurred, pixels. */
const csfReach = 4;
/** A crescent is thinner than this part of its length, and lies with this share at the skull. */
const crescent = { thickness: 0.12, atSkull: 0.3 };

/**
 * What an outlined bleeding most likely is: the network's scores, where place and shape allow them. Checked
 * on 171 slices of four sources, docs/report-reading.md.
 */
export function bleedingTypeOf(
  scores: Scores,
  shown: { readonly region: Mask; readonly intracranial: Mask; readonly ventricles?: Mask },
): BleedingType {
  const [largest, all] = largestPart(shown.region);
  if (largest === undefined) return best(scores, bleedingTypes);
  const depth = distanceTransform(shown.intracranial);
  const part = depthsOf(depth, (i) => all.labels.data[i] === largest.label);
  const isMain = largest.area >= mainShare * area(shown.region);
  const judged = isMain ? part : depthsOf(depth, (i) => shown.region.data[i] !== 0);
  if (judged.mean > deep.mean && judged.atSkull < deep.atSkull) {
    const isAtCsf = touches(all.labels.data, largest.label, shown.ventricles);
    return best(scores, isAtCsf ? ['sah', 'iph', 'ivh'] : ['sah', 'iph']);
  }
  const type = best(scores, bleedingTypes);
  if (type !== 'edh') return type;
  const length = Math.hypot(largest.box.width, largest.box.height);
  const isCrescent = part.max < crescent.thickness * length && part.atSkull >= crescent.atSkull;
  return isCrescent ? 'sdh' : type;
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
function depthsOf(depth: GreyPlane, belongs: (at: number) => boolean) {
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

/** Whether a part comes near CSF; without any measured nothing is ruled out. */
function touches(labels: Int32Array, label: number, csf: Mask | undefined): boolean {
  if (csf === undefined || area(csf) === 0) return true;
  const toCsf = distanceTransform({ ...csf, data: csf.data.map((value) => 1 - value) });
  return labels.some((value, i) => value === label && (toCsf.data[i] ?? 0) <= csfReach);
}

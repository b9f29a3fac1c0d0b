import { sobel } from '@second-read/core/pixels/filters/sobel';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { invert } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { noLesion } from '../tissue/breast-network.ts';
import { type MassGrid, maskedBlur } from './mass-grid.ts';
import { measureRays } from './rays.ts';
import { type BlobCandidate, blobRadii, convergenceRadii, type Saliency } from './saliency.ts';
import { lineField, spiculation } from './spiculation.ts';

/**
 * Names of the measures of a candidate, in the order of the vector: the classifier's training relies on them.
 */
export const massFeatureNames: readonly string[] = [
  ...blobRadii.map((radius) => `blob${radius}`),
  ...convergenceRadii.map((radius) => `converge${radius}`),
  'radius',
  'bestBlob',
  'bestConverge',
  'grey',
  'rank',
  'contrast',
  'contrastMin',
  'contrastMedian',
  'contrastSpread',
  'edgeMean',
  'edgeShare',
  'edgeSpread',
  'texture',
  'gland',
  'glandRing',
  'skin',
  'chestWall',
  'muscle',
  'vertical',
  'spicules',
  'spiculesEven',
  'lineDensity',
  'glandShare',
  'skew',
  'seenPeak',
  'seenMean',
  'seenLift',
  'seenRank',
  'seenMalignant',
];

/** What the measures of all candidates of one picture share. */
export interface MassContext {
  readonly grid: MassGrid;
  readonly found: Saliency;
  readonly smooth: GreyPlane;
  readonly gx: GreyPlane;
  readonly gy: GreyPlane;
  readonly texture: GreyPlane;
  readonly skin: GreyPlane;
  readonly muscle: GreyPlane;
  readonly lines: ReturnType<typeof lineField>;
  /** 0, 1, … 100 % of the grey in the breast. */
  readonly quantiles: readonly number[];
  readonly glandShare: number;
  /** Highest log-odds of a mass that the network gives any place of the breast. */
  readonly maxSeen: number;
}

export function massContext(grid: MassGrid, found: Saliency): MassContext {
  const smooth = maskedBlur(grid.grey, grid.breast, 1.5);
  const fine = {
    ...grid.grey,
    data: grid.grey.data.map((value, i) => Math.abs(value - (smooth.data[i] ?? 0))),
  };
  const { gx, gy } = sobel(smooth);
  return {
    grid,
    found,
    smooth,
    gx,
    gy,
    texture: maskedBlur(fine, grid.breast, 4),
    skin: distanceTransform(grid.breast),
    muscle: distanceTransform(invert(grid.pectoral)),
    lines: lineField(grid),
    quantiles: percentiles(
      smooth,
      Array.from({ length: 101 }, (_, k) => k / 100),
      grid.breast,
    ),
    glandShare: share(grid),
    maxSeen: grid.lesions.mass.data.reduce((max, value) => Math.max(max, value), noLesion),
  };
}

function share({ gland, breast }: MassGrid): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < breast.data.length; i++) {
    if (breast.data[i] === 0) continue;
    sum += gland.data[i] ?? 0;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** The measures of one candidate, in the order of `massFeatureNames`. Lengths relative to the breast. */
export function massFeatures(context: MassContext, candidate: BlobCandidate): number[] {
  const { grid, found, texture, gx, gy, smooth } = context;
  const { width, height } = grid.grey;
  const i = candidate.y * width + candidate.x;
  const blobs = found.blobs.map((plane) => plane.data[i] ?? 0);
  const converges = found.convergence.map((plane) => plane.data[i] ?? 0);
  const rays = measureRays({ smooth, gx, gy, inside: grid.breast, gland: grid.gland }, candidate);
  const spicules = spiculation(context.lines, grid.breast, candidate);
  const far = (plane: GreyPlane) => Math.min(plane.data[i] ?? 0, 200) / 100;
  return [
    ...blobs,
    ...converges,
    candidate.radius,
    Math.max(...blobs),
    Math.max(...converges),
    rays.inside,
    rank(context.quantiles, rays.inside),
    rays.contrast,
    rays.contrastMin,
    rays.contrastMedian,
    rays.contrastSpread,
    rays.edgeMean,
    rays.edgeShare,
    rays.edgeSpread,
    texture.data[i] ?? 0,
    rays.gland,
    rays.glandRing,
    far(context.skin),
    candidate.x / width,
    far(context.muscle),
    candidate.y / height,
    spicules.strength,
    spicules.evenness,
    spicules.lines,
    context.glandShare,
    (context.quantiles[50] ?? 0) - ((context.quantiles[10] ?? 0) + (context.quantiles[90] ?? 0)) / 2,
    ...seenFeatures(context, candidate),
  ];
}

/**
 * What the network says of the candidate's place: highest, mean, against the ring around, against the rest of
 * the breast.
 */
function seenFeatures({ grid, maxSeen }: MassContext, candidate: BlobCandidate): number[] {
  const { mass, malignant } = grid.lesions;
  const core = discPlaces(candidate, { width: mass.width, height: mass.height, from: 0, to: 0.6 });
  const whole = discPlaces(candidate, { width: mass.width, height: mass.height, from: 0, to: 1 });
  const ring = discPlaces(candidate, { width: mass.width, height: mass.height, from: 1.1, to: 1.7 });
  const highest = (plane: GreyPlane) => core.reduce((max, i) => Math.max(max, plane.data[i] ?? 0), noLesion);
  const mean = (places: readonly number[]) =>
    places.reduce((sum, i) => sum + (mass.data[i] ?? 0), 0) / Math.max(places.length, 1);
  const peak = highest(mass);
  return [peak, mean(whole), mean(whole) - mean(ring), peak - maxSeen, highest(malignant)];
}

function rank(quantiles: readonly number[], value: number): number {
  let k = 0;
  while (k < 100 && (quantiles[k] ?? 0) < value) k++;
  return k / 100;
}

/** Offsets of the pixels whose distance from a candidate's centre lies between two shares of its radius. */
function discPlaces(
  { x, y, radius }: BlobCandidate,
  within: { readonly width: number; readonly height: number; readonly from: number; readonly to: number },
): number[] {
  const reach = Math.ceil(within.to * radius);
  const places: number[] = [];
  for (let py = Math.max(0, y - reach); py <= Math.min(within.height - 1, y + reach); py++) {
    for (let px = Math.max(0, x - reach); px <= Math.min(within.width - 1, x + reach); px++) {
      const share = Math.hypot(px - x, py - y) / radius;
      if (share >= within.from && share <= within.to) places.push(py * within.width + px);
    }
  }
  return places;
}

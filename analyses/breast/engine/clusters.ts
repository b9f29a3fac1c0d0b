import type { Box } from '@second-read/core/pixels/plane';
import type { Millimetres } from '@second-read/core/pixels/units';
import type { Spot, SpotSearch } from './calcifications.ts';
import type { Calibration } from './calibration.ts';
import { logOdds, probability } from './classifier.ts';

/** A cluster is at least five spots within one square centimetre (ACR BI-RADS 5th edition, distribution). */
export const spotsPerCluster = 5;
/** Radius of a disc of one square centimetre. */
const clusterRadiusMm: Millimetres = 5.64;

export const clusterFeatureNames = [
  'logCount',
  'strongest',
  'meanSignal',
  'roundness',
  'contrast',
  'distinct',
] as const;

export interface Cluster {
  /** In working pixels of the frame. */
  readonly box: Box;
  readonly spots: readonly Spot[];
  readonly features: readonly number[];
  /** Probability of a calcification cluster, calibrated on MIAS. */
  readonly probability: number;
  /** Whether it has five spots within one square centimetre. */
  readonly dense: boolean;
}

/** Groups spots greedily around the place with the most signal within one square centimetre; best first. */
export function clusterSpots(search: SpotSearch, calibration: Calibration): Cluster[] {
  const radius = clusterRadiusMm / search.mmPerPixel;
  let left = search.spots.slice();
  const rate = search.spots.length;
  const clusters: Cluster[] = [];
  while (left.length > 0 && clusters.length < 12) {
    const around = left.map((centre) => left.filter((spot) => within(spot, centre, radius)));
    const weight = around.map((spots) => spots.reduce((sum, spot) => sum + spot.signal, 0));
    const group = around[weight.indexOf(Math.max(...weight))] ?? [];
    if (group.length === 0) break;
    clusters.push(describe(group, rate, calibration));
    left = left.filter((spot) => !group.includes(spot));
  }
  return clusters.sort((a, b) => b.probability - a.probability);
}

function within(spot: Spot, centre: Spot, radius: number): boolean {
  return (spot.x - centre.x) ** 2 + (spot.y - centre.y) ** 2 <= radius * radius;
}

function describe(spots: readonly Spot[], all: number, calibration: Calibration): Cluster {
  const features = clusterFeatures(spots, all);
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const x = Math.min(...xs) - 2;
  const y = Math.min(...ys) - 2;
  return {
    box: { x, y, width: Math.max(...xs) + 2 - x, height: Math.max(...ys) + 2 - y },
    spots,
    features,
    probability: probability(logOdds(calibration.cluster, features)),
    dense: spots.length >= spotsPerCluster,
  };
}

function clusterFeatures(spots: readonly Spot[], all: number): number[] {
  const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  return [
    Math.log(spots.length),
    Math.log(Math.max(...spots.map((spot) => spot.signal))),
    mean((spot) => Math.log(spot.signal)),
    mean((spot) => spot.roundness),
    Math.log(Math.max(...spots.map((spot) => spot.contrast), 1e-3)),
    // Many spots all over the breast are noise or vessels rather than a cluster.
    spots.length / Math.max(all, 1),
  ];
}

import type { Box } from '@second-read/core/pixels/plane';
import type { Millimetres } from '@second-read/core/pixels/units';
import type { Calibration } from '../calibration.ts';
import { logOdds, probability } from '../classifier.ts';
import type { Spot, SpotSearch } from './calcifications.ts';

/** A cluster is at least five spots within one square centimetre (ACR BI-RADS 5th edition, distribution). */
export const spotsPerCluster = 5;
/** Radii of the discs in which spots are counted: clusters of 2 mm drown in a disc of a square centimetre. */
const radiiMm: readonly Millimetres[] = [1.6, 2.8, 4.8];
const placesPerRadius = 10;
const maxClusters = 12;
/** Of the surroundings that a disc's spots are counted against, in radii. */
const ringRadii = 2.5;
/** Signal of a spot that noise hardly gives. */
const strong = 4.5;
/** Signals count above this one, just below that of the faintest spot. */
const signalFloor = 2.5;

export interface Cluster {
  /** In pixels of the working image. */
  readonly box: Box;
  readonly spots: readonly Spot[];
  readonly features: readonly number[];
  /** Probability of a calcification cluster, calibrated on MIAS. */
  readonly probability: number;
  /** Whether it has five spots within one square centimetre. */
  readonly dense: boolean;
}

/** The crowded places of every radius, scored; of those that overlap the likeliest stays; best first. */
export function clusterSpots(search: SpotSearch, calibration: Calibration): Cluster[] {
  const scored = clusterPlaces(search).map((place) => ({
    ...place,
    probability: probability(logOdds(calibration.cluster, place.features)),
  }));
  const kept: typeof scored = [];
  for (const one of scored.sort((a, b) => b.probability - a.probability)) {
    const apart = kept.every(
      (other) => Math.hypot(other.x - one.x, other.y - one.y) > 1.2 * Math.max(other.radius, one.radius),
    );
    if (apart) kept.push(one);
    if (kept.length === maxClusters) break;
  }
  return kept.map(({ x, y, radius, spots, features, probability: likely }) => ({
    box: { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
    spots,
    features,
    probability: likely,
    dense: spots.length >= spotsPerCluster,
  }));
}

/**
 * Places to look at that the report does not name: clusters between the second, more sensitive point and the
 * operating point, and groups of too few spots for a cluster above the operating point. Of 87 normal MIAS
 * films one has such a small group and no other mark of calcifications; of 11 drawn clusters two are found as
 * one alone.
 */
export function unnamedClusters(
  clusters: readonly Cluster[],
  { operating, marks }: Pick<Calibration, 'operating' | 'marks'>,
): Cluster[] {
  return clusters.filter(({ dense, probability: p }) =>
    dense ? p >= marks.calcification && p < operating.calcification : p >= operating.calcification,
  );
}

/** The crowded places of every radius with their measures. */
export function clusterPlaces(search: SpotSearch): MeasuredGroup[] {
  const places = radiiMm.flatMap((mm) => crowdedGroups(search.spots, mm / search.mmPerPixel));
  return places.map((place) => ({ ...place, features: clusterFeatures(place, search) }));
}

interface MeasuredGroup extends SpotGroup {
  readonly features: readonly number[];
}

/** A disc of spots around their weighted centre. */
interface SpotGroup {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly spots: readonly Spot[];
  /** Signal of the spots, fading with the distance. */
  readonly weight: number;
  /** 0 for the heaviest place of this radius. */
  readonly place: number;
  /** Of the weight of the heaviest one. */
  readonly shareOfBest: number;
}

function crowdedGroups(spots: readonly Spot[], radius: number): SpotGroup[] {
  const spread = 2 * (0.6 * radius) ** 2;
  const heavy = spots.map((centre) => ({
    centre,
    weight: spots.reduce((sum, spot) => sum + above(spot) * Math.exp(-squared(spot, centre) / spread), 0),
  }));
  const kept: typeof heavy = [];
  for (const one of heavy.sort((a, b) => b.weight - a.weight)) {
    if (kept.every((other) => squared(other.centre, one.centre) > (1.5 * radius) ** 2)) kept.push(one);
    if (kept.length === placesPerRadius) break;
  }
  const max = kept[0]?.weight ?? 1;
  return kept.map(({ centre, weight }, place) => {
    const members = spots.filter((spot) => squared(spot, centre) < radius * radius);
    return { ...middle(members), radius, spots: members, weight, place, shareOfBest: weight / max };
  });
}

function above(spot: Spot): number {
  return spot.signal - signalFloor;
}

function squared(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

function middle(spots: readonly Spot[]): { x: number; y: number } {
  const sum = spots.reduce((total, spot) => total + above(spot), 0);
  const mean = (of: (spot: Spot) => number) =>
    spots.reduce((total, spot) => total + above(spot) * of(spot), 0) / sum;
  return { x: mean((spot) => spot.x), y: mean((spot) => spot.y) };
}

/**
 * Measures of a place, the order of its model: logCount, logWeight, strongest, strongestThree,
 * meanSignal, roundness, roundest, aboveRing, logBroad, broadest, contrast, meanContrast, brightness,
 * logAll, place, logRadius, shareOfBest, strong, outdone, spread.
 */
function clusterFeatures(place: SpotGroup, { spots: all, broad, mmPerPixel }: SpotSearch): number[] {
  const { spots, radius } = place;
  const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  const max = (of: (spot: Spot) => number) => Math.max(...spots.map(of));
  const signals = spots.map((spot) => spot.signal).sort((a, b) => b - a);
  const strongest = signals[0] ?? 0;
  const three = signals.slice(0, 3);
  const near = all.filter((spot) => squared(spot, place) < (ringRadii * radius) ** 2).length;
  const ring = (Math.max(0, near - spots.length) + 1) / (ringRadii ** 2 - 1);
  const broadSignals = broad
    .filter((spot) => squared(spot, place) < radius * radius)
    .map((spot) => spot.signal);
  return [
    Math.log(spots.length),
    Math.log(place.weight),
    strongest,
    three.reduce((sum, value) => sum + value, 0) / Math.max(three.length, 1),
    mean((spot) => spot.signal),
    mean((spot) => spot.roundness),
    max((spot) => spot.roundness),
    Math.log((spots.length + 0.5) / ring),
    Math.log(1 + broadSignals.length),
    Math.max(3.2, ...broadSignals),
    max((spot) => spot.contrast),
    mean((spot) => spot.contrast),
    mean((spot) => spot.brightness),
    Math.log(all.length),
    place.place,
    Math.log(radius * mmPerPixel),
    place.shareOfBest,
    signals.filter((signal) => signal > strong).length,
    Math.sqrt(all.filter((spot) => spot.signal > strongest).length),
    Math.sqrt(mean((spot) => squared(spot, place))) / radius,
  ];
}

import type { Fraction, Percent } from '@second-read/core/pixels/units';
import type { Calibration } from '../calibration.ts';
import type { Axilla, Node } from '../masses/axilla.ts';
import type { BreastMeasures } from '../read-breast.ts';

/** A node is named when its response is among the strongest 3 % of the training films: none was labelled. */
const namedFromPercentile = 97;

/** Centre of a mass in working pixels. */
export function centreOf(
  { search }: BreastMeasures,
  { candidate }: Pick<BreastMeasures['masses'][number], 'candidate'>,
) {
  const grid = search?.context.grid;
  if (grid === undefined) return { x: 0, y: 0 };
  return { x: grid.left + (candidate.x + 0.5) * grid.scale, y: grid.top + (candidate.y + 0.5) * grid.scale };
}

/** Whether a spot of a named cluster or of a larger area, or a coarse calcification lies in it. */
export function holdsCalcification(reading: BreastMeasures, mass: BreastMeasures['masses'][number]): boolean {
  const centre = centreOf(reading, mass);
  const radius = mass.candidate.radius * (reading.search?.context.grid.scale ?? 1);
  const { namedClusters, spread, coarse } = reading;
  const spots = [...namedClusters.flatMap((cluster) => cluster.spots), ...spread, ...(coarse ?? [])];
  return spots.some((spot) => Math.hypot(spot.x - centre.x, spot.y - centre.y) <= radius);
}

/** Share of training films whose strongest response is weaker, 0 to 100. */
function axillaPercentile(node: Node | undefined, { axillaResponses }: Calibration): Percent {
  if (node === undefined || axillaResponses.length === 0) return 0;
  const below = axillaResponses.filter((response) => response < node.response).length;
  return (100 * below) / axillaResponses.length;
}

/**
 * Unvalidated: half the percentile among training films, so that it never outranks a measured probability of
 * one half.
 */
export function nodeScore(node: Node, calibration: Calibration): Fraction {
  return axillaPercentile(node, calibration) / 200;
}

/** The node worth naming, or null. */
export function namedNode(axilla: Axilla, calibration: Calibration): Node | null {
  const node = axilla.nodes[0];
  return node !== undefined && axillaPercentile(node, calibration) >= namedFromPercentile ? node : null;
}

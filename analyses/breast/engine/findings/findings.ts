import type { Finding } from '@second-read/core/analysis/finding';
import type { Box } from '@second-read/core/pixels/plane';
import type { Fraction, Percent } from '@second-read/core/pixels/units';
import type { Calibration } from '../calibration.ts';
import { toInputBox } from '../framing/input-place.ts';
import type { Axilla, Node } from '../masses/axilla.ts';
import type { BreastMeasures } from '../read-breast.ts';
import { locationWords } from '../tissue/location.ts';

/** A node is named when its response is among the strongest 3 % of the training films: none was labelled. */
const namedFromPercentile = 97;

/** The four findings of the report, in the order of the manifest. */
export function breastFindings(reading: BreastMeasures, calibration: Calibration): Finding[] {
  return [
    massFinding(reading),
    axillaFinding(reading, calibration),
    calcificationFinding(reading),
    tissueFinding(reading),
  ];
}

function massFinding(reading: BreastMeasures): Finding {
  const { frame, search, masses } = reading;
  const best = masses[0];
  if (best === undefined) {
    const chance = search?.candidates[0]?.lesion ?? 0;
    return { type: 'mass', found: false, confidence: percent(1 - chance), attributes: { count: 0 } };
  }
  const { description, candidate } = best;
  const scale = search?.context.grid.scale ?? 1;
  const centre = centreOf(reading, best);
  const radius = candidate.radius * scale;
  return {
    type: 'mass',
    found: true,
    confidence: percent(candidate.lesion),
    attributes: {
      definition: description.definition,
      density: description.density,
      shape: description.shape,
      calcification: holdsCluster(reading, best),
      count: masses.length,
      sizeMm: description.sizeMm === null ? null : round(description.sizeMm, 1),
      sizePx: Math.round(description.sizePx),
      sizePercent: round(description.sizePercent, 1),
      malignancyPercent: round(100 * candidate.malignant, 1),
      location: massPlace(reading, best),
      places: masses.map((mass) => placeOnPicture(reading, mass)).join(';'),
    },
    region: toInputBox(frame, {
      x: centre.x - radius,
      y: centre.y - radius,
      width: 2 * radius,
      height: 2 * radius,
    }),
  };
}

/** Centre of a mass in working pixels. */
export function centreOf(
  { search }: BreastMeasures,
  { candidate }: Pick<BreastMeasures['masses'][number], 'candidate'>,
) {
  const grid = search?.context.grid;
  if (grid === undefined) return { x: 0, y: 0 };
  return { x: grid.left + (candidate.x + 0.5) * grid.scale, y: grid.top + (candidate.y + 0.5) * grid.scale };
}

/** Centre of a mass in percent of the input's width and height, from its upper left corner: `48.1,43.0`. */
function placeOnPicture(reading: BreastMeasures, mass: BreastMeasures['masses'][number]): string {
  const { grey, mirrored } = reading.frame;
  const { x, y } = centreOf(reading, mass);
  const across = (100 * (mirrored ? grey.width - x : x)) / grey.width;
  return `${across.toFixed(1)},${((100 * y) / grey.height).toFixed(1)}`;
}

export function holdsCluster(reading: BreastMeasures, mass: BreastMeasures['masses'][number]): boolean {
  const centre = centreOf(reading, mass);
  const radius = mass.candidate.radius * (reading.search?.context.grid.scale ?? 1);
  return reading.namedClusters.some((cluster) =>
    cluster.spots.some((spot) => Math.hypot(spot.x - centre.x, spot.y - centre.y) <= radius),
  );
}

/** Where a mass lies, in words. */
export function massPlace(
  reading: BreastMeasures,
  mass: Pick<BreastMeasures['masses'][number], 'candidate'>,
): string {
  const { axes, view } = reading;
  return axes === null ? 'place not measured' : locationWords(axes, centreOf(reading, mass), view);
}

function axillaFinding({ axilla, frame }: BreastMeasures, calibration: Calibration): Finding {
  if (!axilla.assessable) {
    return { type: 'axilla', found: false, confidence: null, attributes: { assessable: false } };
  }
  const node = namedNode(axilla, calibration);
  // That nothing stood out says nothing measurable: no film's axilla was labelled.
  if (node === null) {
    return { type: 'axilla', found: false, confidence: null, attributes: { assessable: true } };
  }
  const { x, y, radius } = node;
  return {
    type: 'axilla',
    found: true,
    confidence: round(100 * nodeScore(node, calibration), 1),
    attributes: { assessable: true, fattyHilum: node.fattyHilum },
    region: toInputBox(frame, { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }),
  };
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

function calcificationFinding({ clusters, namedClusters, spotCount, frame }: BreastMeasures): Finding {
  const best = namedClusters[0];
  const chance = clusters[0]?.probability ?? 0;
  const region: Box | undefined = best === undefined ? undefined : toInputBox(frame, best.box);
  return {
    type: 'calcification',
    found: best !== undefined,
    confidence: percent(best === undefined ? 1 - chance : best.probability),
    attributes: { clusters: namedClusters.length, spots: best?.spots.length ?? 0, brightSpots: spotCount },
    ...(region === undefined ? {} : { region }),
  };
}

function tissueFinding({ density }: BreastMeasures): Finding {
  return {
    type: 'breast tissue',
    found: true,
    confidence: percent(density.confidence),
    attributes: { density: density.category, percentDensity: round(density.percent, 1) },
  };
}

function percent(probability: number): Percent {
  return round(100 * probability, 1);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

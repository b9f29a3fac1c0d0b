import type { Box } from '@second-read/core/pixels/plane';
import type { Fraction } from '@second-read/core/pixels/units';
import type { Measurement } from '@second-read/core/reading/measurement';
import type { Region } from '@second-read/core/reading/region';
import type { Birads } from '../../reading/birads.ts';
import { type BreastFinding, type BreastReading, compositions, type Place } from '../../reading/schema.ts';
import type { Calibration } from '../calibration.ts';
import { toInputBox } from '../framing/input-place.ts';
import type { BreastMeasures, DescribedMass } from '../read-breast.ts';
import { placeOf } from '../tissue/location.ts';
import { centreOf, holdsCalcification, namedNode, nodeScore } from './named-findings.ts';
import { findingClass } from './views.ts';

export interface ReadingInput {
  readonly measures: BreastMeasures;
  readonly calibration: Calibration;
  readonly birads: Birads;
}

/** The reading of one mammogram: everything the engine states, in codes and numbers. */
export function toReading({ measures, calibration, birads }: ReadingInput): BreastReading {
  const { category } = birads;
  return {
    module: 'breast',
    version: 1,
    origin: 'engine',
    legible: true,
    findings: [
      ...massFindings(measures),
      axillaFinding(measures, calibration),
      calcificationFinding(measures),
      tissueFinding(measures),
    ],
    category:
      category === null
        ? null
        : { system: 'birads', value: category, state: category === 0 ? 'incomplete' : 'final' },
    rules: [...birads.rules],
    facts: {
      malignant: percent(measures.malignant),
      abnormal: percent(measures.abnormal),
      prevalence: percent(calibration.prevalence),
      density: measures.density.real,
      percentDensity: round(measures.density.percent),
      nippleDensities: measures.nipples,
      coarse: coarseOf(measures),
      ...spreadOf(measures),
    },
    input: {
      gate: null,
      spacingKnown: measures.working.mmPerPixel !== null,
      file: measures.file,
      view: measures.view.name,
      viewTold: measures.view.told,
      ...(measures.view.other === undefined ? {} : { otherView: measures.view.other }),
      ...(measures.modifiers.length === 0 ? {} : { modifiers: [...measures.modifiers] }),
      inverted: measures.working.inverted,
    },
    texts: { conclusion: null, comments: [] },
  };
}

function coarseOf(measures: BreastMeasures): BreastReading['facts']['coarse'] {
  const { coarse, axes, view } = measures;
  if (coarse === null) return null;
  return coarse.map(({ x, y, sizeMm, form }) => ({
    form,
    sizeMm: round(sizeMm),
    place: axes === null ? null : placeOf(axes, { x, y }, view),
  }));
}

function spreadOf({ spread, axes, view }: BreastMeasures): Pick<BreastReading['facts'], 'spread'> {
  if (spread.length === 0) return {};
  const mean = (of: 'x' | 'y') => spread.reduce((sum, spot) => sum + spot[of], 0) / spread.length;
  const place = axes === null ? null : placeOf(axes, { x: mean('x'), y: mean('y') }, view);
  return { spread: { spots: spread.length, place } };
}

function placeIn(measures: BreastMeasures, mass: Pick<DescribedMass, 'candidate'>): Place | null {
  const { axes, view } = measures;
  return axes === null ? null : placeOf(axes, centreOf(measures, mass), view);
}

function massFindings(measures: BreastMeasures): BreastFinding[] {
  const { masses } = measures;
  if (masses.length > 0) return masses.map((mass, index) => massFinding(measures, mass, index + 1));
  // A mass is named by its malignancy: how often one is there where none is named was never measured.
  return [{ ...line(measures, 'mass'), type: 'mass', state: 'not_found', descriptors: null }];
}

function massFinding(measures: BreastMeasures, mass: DescribedMass, number: number): BreastFinding {
  const { candidate, description } = mass;
  const at = centreOf(measures, mass);
  const radius = candidate.radius * (measures.search?.context.grid.scale ?? 1);
  return {
    ...line(measures, 'mass', number),
    type: 'mass',
    state: 'found',
    certainty: percent(candidate.lesion),
    descriptors: {
      margin: description.margin,
      density: description.density,
      shape: description.shape,
      calcified: holdsCalcification(measures, mass),
      place: placeIn(measures, mass),
      ...(description.atBorder && { atBorder: true as const }),
    },
    measurements: massMeasurements(mass),
    region: regionOf(measures, around(at, radius), findingClass.mass),
  };
}

function estimated(sizeMm: number | null): Measurement[] {
  if (sizeMm === null) return [];
  const value = Math.round(sizeMm);
  return [{ quantity: 'estimated_diameter', value, unit: 'mm', method: 'size_of_breast' }];
}

function massMeasurements({ candidate, description }: DescribedMass): Measurement[] {
  const { sizeMm, sizeMmEstimated, sizePx, sizePercent } = description;
  const longest = { quantity: 'longest_diameter', method: null };
  return [
    ...(sizeMm === null ? [] : [{ ...longest, value: round(sizeMm), unit: 'mm' as const }]),
    { ...longest, value: Math.round(sizePx), unit: 'px' },
    ...estimated(sizeMmEstimated),
    { quantity: 'share_of_breast_width', value: round(sizePercent), unit: 'percent', method: null },
    { quantity: 'malignancy', value: percent(candidate.malignant), unit: 'percent', method: null },
  ];
}

function axillaFinding(measures: BreastMeasures, calibration: Calibration): BreastFinding {
  const base = { ...line(measures, 'axilla'), type: 'axilla' as const, descriptors: null };
  const node = namedNode(measures.axilla, calibration);
  if (!measures.axilla.assessable) return { ...base, state: 'not_assessed', reason: 'outside_view' };
  // No film's axilla was labelled: neither a node nor its absence has a probability.
  if (node === null) return { ...base, state: 'not_found' };
  const value = percent(nodeScore(node, calibration));
  return {
    ...base,
    state: 'found',
    descriptors: { fattyHilum: node.fattyHilum },
    measurements: [{ quantity: 'half_rank_among_films', value, unit: 'percent', method: 'unvalidated' }],
    region: regionOf(measures, around(node, node.radius), findingClass.axilla),
  };
}

function calcificationFinding(measures: BreastMeasures): BreastFinding {
  const { namedClusters } = measures;
  const best = namedClusters[0];
  const base = {
    ...line(measures, 'calcification'),
    type: 'calcification' as const,
    descriptors: null,
    measurements: [
      { quantity: 'clusters', value: namedClusters.length, unit: 'count' as const, method: null },
      { quantity: 'spots', value: best?.spots.length ?? 0, unit: 'count' as const, method: null },
    ],
  };
  if (!measures.seesCalcifications)
    return { ...base, state: 'not_assessed', reason: 'not_measurable', measurements: [] };
  // Four of eleven clusters of MIAS show no spot at its 0.2 mm: their absence has no measured probability.
  if (best === undefined) return { ...base, state: 'not_found' };
  const region = regionOf(measures, best.box, findingClass.calcification);
  return { ...base, state: 'found', certainty: percent(best.probability), region };
}

function tissueFinding(measures: BreastMeasures): BreastFinding {
  const { category, confidence } = measures.density;
  return {
    ...line(measures, 'breast-tissue'),
    type: 'breast tissue',
    state: 'found',
    certainty: percent(confidence),
    descriptors: { composition: compositions[category - 1] ?? null },
  };
}

/** What a finding says until something is known of it. */
function line({ side }: BreastMeasures, name: string, number = 1) {
  return {
    id: `${name}-${number}`,
    reason: null,
    certainty: null,
    measurements: [],
    region: null,
    side,
  };
}

function around({ x, y }: { readonly x: number; readonly y: number }, radius: number): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

/** The centre is that of the place itself: the box is cut to the picture. */
function regionOf({ working }: BreastMeasures, box: Box, labelClass: number): Region {
  const { grey, mirrored } = working;
  const x = box.x + box.width / 2;
  const share = (value: number, of: number) => round(Math.min(100, Math.max(0, (100 * value) / of)));
  return {
    box: toInputBox(working, box),
    centre: {
      x: share(mirrored ? grey.width - x : x, grey.width),
      y: share(box.y + box.height / 2, grey.height),
    },
    labelClass,
  };
}

function percent(share: Fraction): number {
  return round(100 * share);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

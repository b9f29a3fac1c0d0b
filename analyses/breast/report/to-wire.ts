import type { WireFields } from '@second-read/core/analysis/report-module';
import { measured } from '@second-read/core/reading/measurement';
import { line, linesOf } from '@second-read/core/report/report-text';
import {
  type BreastFinding,
  type BreastReading,
  compositions,
  isSearchUnvalidated,
} from '../reading/schema.ts';
import { commentsOf, isTooSmall } from './comments.ts';
import { impressionOf } from './impression.ts';
import { foundMasses, massNumbers, massPlaceWords } from './mass-words.ts';

/** What is stored and sent: `report_text` alone; links, ids and dates are the server's. */
export function toWire(reading: BreastReading): WireFields {
  if (!reading.legible) return { report_text: [] };
  return {
    report_text: [
      ...(reading.reviewed ? [line('reviewed', 1)] : []),
      ...measuredLines(reading),
      line('impression', impressionOf(reading)),
      ...commentsOf(reading).map((text) => line('comment', text)),
      ...traceLines(reading),
    ],
  };
}

function traceLines({ rules }: BreastReading): string[] {
  return rules.map(({ text }) => line('trace', text));
}

function measuredLines(reading: BreastReading): string[] {
  return [...categoryLines(reading), ...massLines(reading), ...otherLines(reading)];
}

/** Category 0 is never stored as one: what is incomplete says so in words. */
function categoryLines({ category, facts: { malignant, below } }: BreastReading): string[] {
  const score = malignant === null ? [] : [line('malignancy_score', malignant.toFixed(1))];
  if (category === null) return score;
  const marks = below === undefined ? [] : [line('marks_below', below.masses.length + below.clusters)];
  const isIncomplete = category.state === 'incomplete';
  return [
    isIncomplete ? line('assessment', 'incomplete') : line('birads_cat', category.value),
    ...score,
    ...marks,
  ];
}

function massLines(reading: BreastReading): string[] {
  const masses = foundMasses(reading);
  const [first] = masses;
  const told = first ?? reading.findings.find(({ type }) => type === 'mass');
  if (told === undefined || told.state === 'not_assessed') return [];
  // 0 stands for "no mass to describe"; 1 to 3 are the words of the specification.
  const { definition, density, shape } = first ? massNumbers(first) : { definition: 0, density: 0, shape: 0 };
  const size = (unit: 'mm' | 'px') => (first ? measured(first.measurements, 'longest_diameter', unit) : null);
  const share = (quantity: string) => (first ? measured(first.measurements, quantity, 'percent') : null);
  return linesOf([
    ['mass', first !== undefined],
    ['mass_definition', definition],
    ['mass_density', density],
    ['mass_shape', shape],
    ['mass_calcification', first ? first.descriptors?.calcified : 0],
    ['mass_confidence', confidence(told.certainty)],
    ['mass_count', masses.length],
    ['mass_size_mm', size('mm')],
    ['mass_size_px', size('px')],
    ['mass_size_estimated_mm', first ? measured(first.measurements, 'estimated_diameter', 'mm') : null],
    ['mass_size_percent', share('share_of_breast_width')],
    ['mass_probability', share('malignancy')],
    ['mass_location', first && (first.told?.place ?? massPlaceWords(first.descriptors?.place))],
    ['mass_places', placesOf(masses)],
  ]);
}

/**
 * Centers in percent of the picture's width and height, from its upper left corner: `48.1,43.0;…`; null
 * unless all have one.
 */
function placesOf(masses: readonly BreastFinding[]): string | null {
  const centres = masses.flatMap(({ region }) => region?.centre ?? []);
  if (centres.length === 0 || centres.length < masses.length) return null;
  return centres.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(';');
}

function otherLines(reading: BreastReading): string[] {
  return [...axillaLines(reading), ...calcificationLines(reading), ...tissueLines(reading)];
}

function axillaLines(reading: BreastReading): string[] {
  const axilla = reading.findings.find((each) => each.type === 'axilla');
  if (axilla === undefined) return [];
  const isOutside = axilla.reason === 'outside_view';
  if (axilla.state === 'not_assessed' && !isOutside) return [];
  const found = axilla.state === 'found';
  const rank = found ? measured(axilla.measurements, 'half_rank_among_films', 'percent') : null;
  return linesOf([
    ['axilla_findings', found],
    ['axilla_confidence', confidence(axilla.certainty ?? rank)],
    ['axilla_assessable', isOutside ? false : isSearchUnvalidated(reading) ? true : null],
    ['axilla_fatty_hillum', found ? axilla.descriptors?.fattyHilum : null],
  ]);
}

function calcificationLines(reading: BreastReading): string[] {
  const finding = reading.findings.find(({ type }) => type === 'calcification');
  const isHidden = isTooSmall(reading);
  if (finding === undefined || (finding.state === 'not_assessed' && !isHidden)) return [];
  return linesOf([
    ['calcification', finding.state === 'found'],
    ['calcification_assessable', isHidden ? false : null],
    ['calcification_confidence', confidence(finding.certainty)],
    ['calcification_clusters', measured(finding.measurements, 'clusters', 'count')],
    ['calcification_spots', measured(finding.measurements, 'spots', 'count')],
  ]);
}

function tissueLines({ findings, facts }: BreastReading): string[] {
  const tissue = findings.find((each) => each.type === 'breast tissue');
  const composition = tissue?.descriptors.composition ?? null;
  return linesOf([
    ['acr_breast_density', composition === null ? null : compositions.indexOf(composition) + 1],
    ['breast_density_confidence', confidence(tissue?.certainty ?? null)],
    ['percent_density', facts.percentDensity],
  ]);
}

function confidence(percent: number | null): string | null {
  return percent?.toFixed(1) ?? null;
}

import type { WireFields } from '@second-read/core/analysis/report-module';
import { type Measurement, measured } from '@second-read/core/reading/measurement';
import type { AnyReading } from '@second-read/core/reading/reading';
import { line, linesOf, readReportText } from '@second-read/core/report/report-text';
import {
  type BreastFinding,
  type BreastReading,
  breastReading,
  compositions,
  margins,
  massDensities,
  massShapes,
} from '../reading/schema.ts';
import { impressionOf } from '../report/impression.ts';
import { marginWords, massDensityWords, shapeWords } from '../report/lexicon.ts';
import { placeWords } from '../report/place-words.ts';

type Of<Type extends BreastFinding['type']> = Extract<BreastFinding, { type: Type }>;

/** The response as a reviewed reading words it: every line from the reading, none of a rejected finding. */
export function worded(reading: AnyReading, wire: WireFields): WireFields {
  const reviewed = breastReading.parse(reading);
  const masses = foundOf(reviewed, 'mass');
  const trace = reviewed.rules.map(({ text }) => line('trace', text));
  const lines = [
    line('reviewed', 1),
    ...categoryLines(reviewed),
    ...massLines(masses),
    ...axillaLines(reviewed),
    ...otherLines(reviewed),
  ];
  const impression =
    reviewed.category?.value === 0
      ? 'Incomplete: further views and comparison with earlier pictures are needed.'
      : impressionOf(readReportText([...lines, ...trace]));
  const comments = [...masses.map(massSentence), ...unchangedComments(wire)];
  return {
    ...wire,
    report_text: [
      ...lines,
      line('impression', impression),
      ...comments.map((text) => line('comment', text)),
      ...trace,
    ],
  };
}

function foundOf<Type extends BreastFinding['type']>({ findings }: BreastReading, type: Type): Of<Type>[] {
  return findings.filter((each): each is Of<Type> => each.type === type && each.state === 'found');
}

function categoryLines({ category }: BreastReading): string[] {
  if (category === null) return [];
  return [category.value === 0 ? line('assessment', 'incomplete') : line('birads_cat', category.value)];
}

/** Numbers of the specification begin at 1. */
function numberOf<T>(codes: readonly T[], code: T | null | undefined): number | null {
  const at = code == null ? -1 : codes.indexOf(code);
  return at < 0 ? null : at + 1;
}

function massLines(masses: readonly Of<'mass'>[]): string[] {
  const [first] = masses;
  const { margin, density, shape, calcified, place } = first?.descriptors ?? {};
  const size = (unit: Measurement['unit']) => first && measured(first.measurements, 'longest_diameter', unit);
  const isFound = first !== undefined;
  return linesOf([
    ['mass', isFound],
    ['mass_definition', isFound ? numberOf(margins, margin) : 0],
    ['mass_density', isFound ? numberOf(massDensities, density) : 0],
    ['mass_shape', isFound ? numberOf(massShapes, shape) : 0],
    ['mass_calcification', isFound ? calcified : 0],
    ['mass_confidence', first?.certainty],
    ['mass_count', masses.length],
    ['mass_size_mm', size('mm')],
    ['mass_size_px', size('px')],
    ['mass_probability', first && measured(first.measurements, 'malignancy')],
    ['mass_location', place && placeWords(place)],
  ]);
}

function axillaLines(reading: BreastReading): string[] {
  const [node] = foundOf(reading, 'axilla');
  const isAssessed = reading.findings.some(
    ({ type, state }) => type === 'axilla' && state !== 'not_assessed',
  );
  return linesOf([
    ['axilla_findings', node !== undefined],
    ['axilla_assessable', isAssessed],
    ['axilla_fatty_hillum', node?.descriptors?.fattyHilum],
  ]);
}

function otherLines(reading: BreastReading): string[] {
  const calcification = reading.findings.find(({ type }) => type === 'calcification');
  const [tissue] = foundOf(reading, 'breast tissue');
  return linesOf([
    ['calcification', calcification?.state === 'found'],
    ['calcification_confidence', calcification?.certainty],
    ['calcification_clusters', calcification && measured(calcification.measurements, 'clusters')],
    ['acr_breast_density', numberOf(compositions, tissue?.descriptors.composition)],
    ['breast_density_confidence', tissue?.certainty],
    ['percent_density', reading.facts.percentDensity],
  ]);
}

function massSentence({ descriptors, measurements }: Of<'mass'>, index: number): string {
  const word = <T>(
    words: Readonly<Record<number, string>>,
    codes: readonly T[],
    code: T | null | undefined,
  ) => words[numberOf(codes, code) ?? 0];
  const margin = word(marginWords, margins, descriptors?.margin);
  const kind = [
    word(massDensityWords, massDensities, descriptors?.density),
    word(shapeWords, massShapes, descriptors?.shape),
    'mass',
  ].filter(Boolean);
  const mm = measured(measurements, 'longest_diameter', 'mm');
  const px = measured(measurements, 'longest_diameter', 'px');
  const size = mm !== null ? `${mm} mm` : px !== null ? `${px} px` : null;
  const words = [
    margin === undefined ? kind.join(' ') : `${kind.join(' ')} with ${margin} margin`,
    size,
    descriptors?.place && placeWords(descriptors.place),
  ].filter(Boolean);
  return `Mass ${index + 1}: ${words.join(', ')}.`;
}

/** What the machine says of the picture and not of a finding. */
const ofPicture = /^(Not assessed|Technique|A density at the nipple)/;

function unchangedComments({ report_text }: WireFields): string[] {
  return readReportText(report_text).comments.filter((comment) => ofPicture.test(comment));
}

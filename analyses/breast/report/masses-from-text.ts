import { numberOf, type ReportText, stringOf } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, measurementFrom, percentFrom, wordFrom } from '@second-read/core/report/text-values';
import { type BreastFinding, margins, massDensities, massShapes } from '../reading/schema.ts';
import { marginWords, massDensityWords, shapeWords } from './lexicon.ts';
import { placeOfWords } from './place-words.ts';
import { toldMasses, toldPlaces } from './told-masses.ts';

/** A reply may count more masses than it tells of; no breast has more. */
const maxCounted = 50;

/** The best mass from the fields of the specification, further ones from the sentence that tells of each. */
export function massesFrom(text: ReportText): BreastFinding[] {
  const places = toldPlaces(text);
  const [, ...others] = toldMasses(text);
  const count = Math.min(numberOf(text, 'mass_count') ?? 1, maxCounted);
  const untold = Array.from({ length: Math.max(0, count - 1 - others.length) }, () => ({ value: '' }));
  const further = [...others, ...untold].map(({ value }, index) => massOfSentence(value, index + 2));
  return [bestMass(text), ...further].map((mass, index) => {
    const at = places[index] ?? (index === 0 && mass.state === 'found' ? onlyPlace(text) : undefined);
    if (at === undefined || at.x > 100 || at.y > 100) return mass;
    return { ...mass, region: { box: null, centre: { x: at.x, y: at.y }, labelClass: 4 } };
  });
}

/** Of a report with one mass, which has no list. */
function onlyPlace(text: ReportText): { x: number; y: number } | undefined {
  const [, x, y] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:;|$)/.exec(stringOf(text, 'mass_places') ?? '') ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}

function bestMass(text: ReportText): BreastFinding {
  const stated = stateFrom(text, 'mass', percentFrom(text, 'mass_confidence'));
  const base = { ...unsaid, id: 'mass-1', type: 'mass' as const, ...stated, descriptors: null };
  if (stated.state !== 'found') return base;
  const told = toldOf(text);
  return {
    ...base,
    ...(Object.keys(told).length > 0 && { told }),
    descriptors: {
      margin: wordFrom(text, 'mass_definition', margins),
      density: wordFrom(text, 'mass_density', massDensities),
      shape: wordFrom(text, 'mass_shape', massShapes),
      calcified: flagFrom(text, 'mass_calcification'),
      place: placeOfWords(stringOf(text, 'mass_location')),
    },
    measurements: [
      ...measurementFrom(text, 'mass_size_mm', { quantity: 'longest_diameter', unit: 'mm' }),
      ...measurementFrom(text, 'mass_size_px', { quantity: 'longest_diameter', unit: 'px' }),
      ...measurementFrom(text, 'mass_size_estimated_mm', estimate),
      ...measurementFrom(text, 'mass_size_percent', { quantity: 'share_of_breast_width', unit: 'percent' }),
      ...measurementFrom(text, 'mass_probability', { quantity: 'malignancy', unit: 'percent' }),
    ],
  };
}

/** Size and place where they are worded otherwise than here. */
function toldOf(text: ReportText): Record<string, string> {
  const [size, place] = [stringOf(text, 'mass_size'), stringOf(text, 'mass_location')];
  return {
    ...(size !== null && { size }),
    ...(place !== null && placeOfWords(place) === null && { place }),
  };
}

const estimate = { quantity: 'estimated_diameter', unit: 'mm', method: 'size_of_breast' } as const;

const sentence =
  /^(\S+) (\S+) mass with (\S+) margin, ([\d.]+) (mm|px)(?: \(about ([\d.]+) mm\))?(?:, ([\d.]+) % of the breast width)?, (.+) \(model score ([\d.]+) %, for malignancy ([\d.]+) %\)\.$/;

/** As the engine words it; a mass told otherwise is there, and nothing more is known of it. */
function massOfSentence(words: string, number: number): BreastFinding {
  const [, density, shape, margin, size, unit, estimated, share, place, certainty, malignancy] =
    sentence.exec(words) ?? [];
  const base = {
    ...unsaid,
    id: `mass-${number}`,
    type: 'mass' as const,
    state: 'found' as const,
    reason: null,
  };
  const all = [
    { quantity: 'longest_diameter', value: size, unit: unit === 'mm' ? ('mm' as const) : ('px' as const) },
    { ...estimate, value: estimated },
    { quantity: 'share_of_breast_width', value: share, unit: 'percent' as const },
    { quantity: 'malignancy', value: malignancy, unit: 'percent' as const },
  ];
  return {
    ...base,
    certainty: certainty === undefined ? null : Math.min(100, Number(certainty)),
    descriptors: {
      margin: named(margins, marginWords, margin),
      density: named(massDensities, massDensityWords, density),
      shape: named(massShapes, shapeWords, shape),
      calcified: null,
      place: placeOfWords(place ?? null),
    },
    measurements: all.flatMap(({ value, ...what }) =>
      value === undefined || !Number.isFinite(Number(value))
        ? []
        : [{ method: null, ...what, value: Number(value) }],
    ),
  };
}

/** The enum value whose word, under the same number, this is. */
function named<T extends string>(
  values: readonly T[],
  words: Readonly<Record<number, string>>,
  word: string | undefined,
): T | null {
  return values.find((_, index) => words[index + 1] === word) ?? null;
}

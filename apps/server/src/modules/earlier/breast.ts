import {
  type BreastFinding,
  type BreastReading,
  depths,
  levels,
  margins,
  massDensities,
  massShapes,
  type Place,
} from '@second-read/analyses/breast/reading/schema';
import { readingFromWire } from '@second-read/analyses/breast/report/from-wire';
import { massesIn } from '@second-read/analyses/breast/report/mass-list';
import { placeWords } from '@second-read/analyses/breast/report/place-words';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { unsaid } from '@second-read/core/report/state-from-text';

type Mass = Extract<BreastFinding, { type: 'mass' }>;

/** A report may count more masses than it tells of; no breast has more. */
const maxCounted = 50;

/** With places, and the masses beyond the first, which have sentences alone. */
export function earlierBreast(wire: WireFields): BreastReading {
  const reading = readingFromWire(wire);
  const text = readReportText(wire.report_text);
  return {
    ...reading,
    findings: reading.findings.flatMap<BreastFinding>((each) =>
      each.type === 'mass' ? massesFrom(text, each) : [each],
    ),
    input: { ...reading.input, spacingKnown: spacingFrom(text) },
  };
}

function massesFrom(text: ReportText, best: Mass): Mass[] {
  const told = toldMasses(text);
  const places = placesFrom(text, told.length);
  const count = Math.min(numberOf(text, 'mass_count') ?? 1, maxCounted);
  const untold = Array.from({ length: Math.max(0, count - Math.max(1, told.length)) }, () => '');
  const further = [...told.slice(1), ...untold].map((words, index) => massOfSentence(words, index + 2));
  return [withPlace(best), ...further].map((mass, index) => {
    const at = mass.state === 'found' ? places[index] : undefined;
    if (at === undefined || at.x > 100 || at.y > 100) return mass;
    return { ...mass, region: { box: null, centre: at, labelClass: 4 } };
  });
}

/** The sentences of a report with several masses. */
function toldMasses(text: ReportText): string[] {
  const masses = massesIn(text.comments).map(({ value }) => value);
  return numberOf(text, 'mass') === 1 && masses.length > 1 ? masses : [];
}

/** Where each mass lies: of one alone the first place, of several all or none. */
function placesFrom(text: ReportText, masses: number): { x: number; y: number }[] {
  const all = (stringOf(text, 'mass_places') ?? '').split(';').map((each) => {
    const [, x, y] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(each) ?? [];
    return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
  });
  const known = all.filter((each) => each !== undefined);
  if (known.length === masses) return known;
  return all[0] === undefined ? [] : [all[0]];
}

function withPlace(mass: Mass): Mass {
  const place = placeOfWords(mass.told?.place);
  if (place === null || mass.descriptors === null) return mass;
  const { told: { place: _, ...told } = {}, ...others } = mass;
  const descriptors = { ...mass.descriptors, place };
  return { ...others, ...(Object.keys(told).length > 0 && { told }), descriptors };
}

/** "central, middle depth"; null of any other words. */
function placeOfWords(words: string | undefined): Place | null {
  const all = levels.flatMap((level) => depths.map((depth) => ({ level, depth })));
  return all.find((place) => placeWords(place) === words) ?? null;
}

const sentence =
  /^(\S+) (\S+) mass with (\S+) margin, ([\d.]+) (mm|px)(?: \(about ([\d.]+) mm\))?(?:, ([\d.]+) % of the breast width)?, (.+) \(model score ([\d.]+) %, for malignancy ([\d.]+) %\)\.$/;

/** As the engine words it; a mass described otherwise is there, and nothing more is known of it. */
function massOfSentence(words: string, number: number): Mass {
  const [, density, shape, margin, size, unit, estimated, share, place, certainty, malignancy] =
    sentence.exec(words) ?? [];
  const all = [
    { quantity: 'longest_diameter', value: size, unit: unit === 'mm' ? ('mm' as const) : ('px' as const) },
    { quantity: 'estimated_diameter', value: estimated, unit: 'mm' as const, method: 'size_of_breast' },
    { quantity: 'share_of_breast_width', value: share, unit: 'percent' as const },
    { quantity: 'malignancy', value: malignancy, unit: 'percent' as const },
  ];
  return {
    ...{ ...unsaid, id: `mass-${number}`, type: 'mass', state: 'found', reason: null },
    certainty: certainty === undefined ? null : Math.min(100, Number(certainty)),
    descriptors: {
      margin: margins.find((each) => each === margin) ?? null,
      density: massDensities.find((each) => `${each}-density` === density) ?? null,
      shape: massShapes.find((each) => each === shape) ?? null,
      calcified: null,
      place: placeOfWords(place),
    },
    measurements: all.flatMap(({ value, ...what }) =>
      value === undefined || !Number.isFinite(Number(value))
        ? []
        : [{ method: null, ...what, value: Number(value) }],
    ),
  };
}

/** Sizes in pixels alone say that the file gave no spacing; without a mass nothing says it. */
function spacingFrom(text: ReportText): boolean | null {
  if (numberOf(text, 'mass_size_mm') !== null) return true;
  return numberOf(text, 'mass_size_px') === null ? null : false;
}

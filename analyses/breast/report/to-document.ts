import type { DocumentOptions } from '@second-read/core/analysis/report-module';
import { measured } from '@second-read/core/reading/measurement';
import type { Severity } from '@second-read/core/report/assessment-category';
import type {
  Assessment,
  ReportDetail,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { drawnImages, imageDocument, notSpecified, unread } from '@second-read/core/report/image-document';
import { percentText } from '@second-read/core/report/percent';
import { joinBrackets } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import {
  type BreastFinding,
  type BreastReading,
  compositions,
  isSearchUnvalidated,
  margins,
  massDensities,
  massShapes,
} from '../reading/schema.ts';
import { isTooSmall } from './comments.ts';
import { isIncomplete, isLeftToReader } from './impression.ts';
import { massList, massPlaces, otherSentences } from './mass-list.ts';
import { foundMasses, type MassFinding } from './mass-words.ts';
import { textsOf } from './sentences.ts';
import {
  breastDensities,
  categories,
  discreteCalcification,
  fattyHilum,
  fixedConfidence,
  historyDensities,
  incomplete,
  massDefinitions,
  massDensities as massDensityNames,
  massShapes as massShapeNames,
} from './words.ts';

/** Badge colour: red from this category on, yellow below (specification, section 9). */
const urgentFrom = 4;

type FindingOf<T extends BreastFinding['type']> = Extract<BreastFinding, { type: T }>;

function findingOf<T extends BreastFinding['type']>({ findings }: BreastReading, type: T) {
  return findings.find((each): each is FindingOf<T> => each.type === type);
}

/** The word that the specification has for a value, by its number. */
function worded<T>(
  words: Readonly<Record<number, string>>,
  values: readonly T[],
  value: T | null | undefined,
) {
  return (value == null ? undefined : words[values.indexOf(value) + 1]) ?? notSpecified;
}

/** The measured confidence, else the fixed one that the specification shows. */
function shownConfidence(
  { reviewed }: BreastReading,
  certainty: number | null,
): Pick<ReportFinding, 'confidence' | 'confidenceNote'> {
  if (certainty !== null) return { confidence: certainty };
  // What a reader states has no measured confidence, and no fixed one either.
  if (reviewed) return { confidence: null };
  return { confidence: fixedConfidence.value, confidenceNote: fixedConfidence.note };
}

function massMeasurement({ measurements, told }: MassFinding): string | null {
  const mm = measured(measurements, 'longest_diameter', 'mm');
  const px = measured(measurements, 'longest_diameter', 'px');
  const percent = measured(measurements, 'share_of_breast_width', 'percent');
  const size = mm !== null ? `${mm} mm` : px !== null ? `${px} px` : null;
  if (size === null) return told?.size ?? null;
  const estimated = measured(measurements, 'estimated_diameter', 'mm');
  const about = estimated === null ? '' : `, about ${estimated} mm by the size of the breast`;
  return percent === null ? `${size}${about}` : `${size} (${percentText(percent)} of breast width)${about}`;
}

function massDetails(mass: MassFinding): ReportDetail[] {
  const { margin, density, shape, calcified } = mass.descriptors ?? {};
  const measurement = massMeasurement(mass);
  const probability = measured(mass.measurements, 'malignancy', 'percent');
  return [
    { label: 'Definition', value: worded(massDefinitions, margins, margin), descriptor: 'margin' },
    { label: 'Density', value: worded(massDensityNames, massDensities, density), descriptor: 'density' },
    { label: 'Shape', value: worded(massShapeNames, massShapes, shape), descriptor: 'shape' },
    ...(measurement === null ? [] : [{ label: 'Measurement', value: measurement }]),
    { label: 'Mass Calcification', value: calcified == null ? notSpecified : calcified ? 'Yes' : 'No' },
    ...(probability === null
      ? []
      : [{ label: 'Probability of malignancy', value: percentText(probability) }]),
  ];
}

function massFinding(reading: BreastReading): Partial<ReportFinding> {
  const [mass] = foundMasses(reading);
  if (mass === undefined) return {};
  const places = massPlaces(reading);
  return {
    details: [
      ...massDetails(mass),
      ...massList(reading).map((each) => ({ ...each, value: joinBrackets(each.value) })),
    ],
    ...(places.length > 0 ? { places } : {}),
  };
}

/** What the engine says of the axilla beyond a number; responses of another engine carry none of it. */
function axillaFinding(reading: BreastReading): Partial<ReportFinding> {
  const axilla = findingOf(reading, 'axilla');
  const found = axilla?.state === 'found';
  const type = axilla?.descriptors?.fattyHilum === false ? 'No fatty hilum measured' : fattyHilum;
  const details = found ? { details: [{ label: 'Axilla Type', value: type }] } : {};
  if (!isSearchUnvalidated(reading) || axilla === undefined) return details;
  if (found) {
    const rank = measured(axilla.measurements, 'half_rank_among_films', 'percent');
    return {
      ...details,
      ...shownConfidence(reading, axilla.certainty ?? rank),
      confidenceNote: 'a rank, not a probability',
    };
  }
  if (axilla.state === 'not_assessed' && axilla.reason !== 'outside_view') return details;
  const why =
    axilla.state === 'not_assessed'
      ? 'this view shows no axillary field'
      : 'the search for nodes is not validated';
  return { isAssessed: false, confidence: null, note: `Not assessed: ${why}.` };
}

function calcificationFinding(reading: BreastReading): Partial<ReportFinding> {
  const finding = findingOf(reading, 'calcification');
  if (isTooSmall(reading)) return { confidence: null, note: 'Not assessed: the image is too small.' };
  if (finding?.state !== 'found') return {};
  const clusters = measured(finding.measurements, 'clusters', 'count');
  return {
    details: [
      { label: 'Calcification Type', value: discreteCalcification },
      ...(clusters === null ? [] : [{ label: 'Clusters', value: String(clusters) }]),
    ],
  };
}

function tissueFinding(reading: BreastReading, inHistory: boolean): Partial<ReportFinding> {
  const names = inHistory ? historyDensities : breastDensities;
  const composition = findingOf(reading, 'breast tissue')?.descriptors.composition;
  const percent = reading.facts.percentDensity;
  return {
    details: [
      {
        label: 'Breast Density',
        value: worded(names, compositions, composition),
        descriptor: 'composition',
      },
      ...(percent === null ? [] : [{ label: 'Percent density', value: percentText(percent) }]),
    ],
  };
}

/** What a finding type says beyond its state and confidence. */
const particulars: Readonly<
  Record<string, (reading: BreastReading, inHistory: boolean) => Partial<ReportFinding>>
> = {
  mass: massFinding,
  axilla: axillaFinding,
  calcification: calcificationFinding,
  'breast tissue': tissueFinding,
};

function shownFinding(
  entry: (typeof manifest.findingTypes)[number],
  reading: BreastReading,
  inHistory: boolean,
): ReportFinding {
  const all = reading.findings.filter(({ type }) => type === entry.id);
  const finding = all.find(({ state }) => state === 'found') ?? all[0];
  const isLeftOut = finding === undefined || finding.state === 'not_assessed';
  return {
    type: entry.id,
    label: entry.label,
    colour: entry.colour,
    found: finding?.state === 'found',
    details: [],
    ...(isLeftOut
      ? { isAssessed: false, confidence: null, note: unread }
      : shownConfidence(reading, finding.certainty)),
    ...particulars[entry.id]?.(reading, inHistory),
  };
}

function severityOf(category: number): Severity {
  if (category === 0) return 'pending';
  return category >= urgentFrom ? 'urgent' : 'attention';
}

function assessmentOf(reading: BreastReading): Assessment {
  const value = reading.legible ? (reading.category?.value ?? null) : 0;
  const words = value === null ? undefined : categories[value];
  const comments = otherSentences(reading).map(joinBrackets);
  const base = { heading: 'Assessment', comments, trace: reading.rules.map(({ text }) => text) };
  if (isIncomplete(reading)) {
    return { ...base, category: { label: 'BI-RADS', value: 0, ...incomplete, severity: 'attention' } };
  }
  if (isLeftToReader(reading)) return base;
  if (value === null || words === undefined) return { ...base, comments: [...comments, notSpecified] };
  return { ...base, category: { label: `BI-RADS ${value}`, value, ...words, severity: severityOf(value) } };
}

/**
 * The report of a mammogram. A reading that is not legible gives the placeholder of the specification:
 * "Pending analysis", no findings.
 */
export function toDocument(
  reading: BreastReading,
  header: ReportHeader,
  { inHistory = false }: DocumentOptions = {},
): ReportDocument {
  return imageDocument(reading, header, {
    ...{ manifest, title: 'Medical Image Analysis Report', images: drawnImages },
    findings: manifest.findingTypes.map((entry) => shownFinding(entry, reading, inHistory)),
    conclusion: textsOf(reading).conclusion,
    assessment: assessmentOf(reading),
  });
}

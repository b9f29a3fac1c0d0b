import type { WireFields } from '@second-read/core/analysis/report-module';
import type { Severity } from '@second-read/core/report/assessment-category';
import type {
  Assessment,
  ReportDetail,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { measuredPercent, percentText } from '@second-read/core/report/percent';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { manifest } from '../manifest.ts';
import { impressionOf, isIncomplete } from './impression.ts';
import { massList, massPlaces, otherComments } from './mass-list.ts';
import {
  breastDensities,
  categories,
  disclaimer,
  discreteCalcification,
  fattyHilum,
  fixedConfidence,
  incomplete,
  massDefinitions,
  massDensities,
  massShapes,
  researchNotice,
  unread,
} from './words.ts';

const notSpecified = 'Not specified';

/** Badge colour: red from this category on, yellow below (specification, section 9). */
const urgentFrom = 4;

function worded(words: Readonly<Record<number, string>>, value: number | null): string {
  return (value === null ? undefined : words[value]) ?? notSpecified;
}

/** The measured confidence, else the fixed one that the specification shows. */
function shownConfidence(
  text: ReportText,
  key: string,
): Pick<ReportFinding, 'confidence' | 'confidenceNote'> {
  const value = measuredPercent(numberOf(text, key));
  // What a reader states has no measured confidence, and no fixed one either.
  if (value === null && numberOf(text, 'reviewed') === 1) return { confidence: null };
  return value !== null
    ? { confidence: value }
    : { confidence: fixedConfidence.value, confidenceNote: fixedConfidence.note };
}

function massMeasurement(text: ReportText): string | null {
  const mm = numberOf(text, 'mass_size_mm');
  const px = numberOf(text, 'mass_size_px');
  const percent = numberOf(text, 'mass_size_percent');
  const size = mm !== null ? `${mm} mm` : px !== null ? `${px} px` : null;
  if (size === null) return stringOf(text, 'mass_size');
  return percent === null ? size : `${size} (${percentText(percent)} of breast width)`;
}

function massDetails(text: ReportText): ReportDetail[] {
  const measurement = massMeasurement(text);
  const probability = numberOf(text, 'mass_probability');
  const calcified = numberOf(text, 'mass_calcification');
  return [
    {
      label: 'Definition',
      value: worded(massDefinitions, numberOf(text, 'mass_definition')),
      descriptor: 'margin',
    },
    { label: 'Density', value: worded(massDensities, numberOf(text, 'mass_density')), descriptor: 'density' },
    { label: 'Shape', value: worded(massShapes, numberOf(text, 'mass_shape')), descriptor: 'shape' },
    ...(measurement === null ? [] : [{ label: 'Measurement', value: measurement }]),
    {
      label: 'Mass Calcification',
      value: calcified === null ? notSpecified : calcified === 1 ? 'Yes' : 'No',
    },
    ...(probability === null
      ? []
      : [{ label: 'Probability of malignancy', value: percentText(probability) }]),
  ];
}

function axillaType(text: ReportText): string {
  return numberOf(text, 'axilla_fatty_hillum') === 0 ? 'No fatty hilum measured' : fattyHilum;
}

function calcificationDetails(text: ReportText): ReportDetail[] {
  const clusters = numberOf(text, 'calcification_clusters');
  return [
    { label: 'Calcification Type', value: discreteCalcification },
    ...(clusters === null ? [] : [{ label: 'Clusters', value: String(clusters) }]),
  ];
}

function tissueDetails(text: ReportText): ReportDetail[] {
  const percent = numberOf(text, 'percent_density');
  return [
    {
      label: 'Breast Density',
      value: worded(breastDensities, numberOf(text, 'acr_breast_density')),
      descriptor: 'composition',
    },
    ...(percent === null ? [] : [{ label: 'Percent density', value: percentText(percent) }]),
  ];
}

function detailsOf(type: string, text: ReportText): ReportDetail[] {
  if (type === 'mass') return [...massDetails(text), ...massList(text)];
  if (type === 'axilla') return [{ label: 'Axilla Type', value: axillaType(text) }];
  return type === 'calcification' ? calcificationDetails(text) : tissueDetails(text);
}

const foundKeys: Readonly<Record<string, string>> = {
  mass: 'mass',
  axilla: 'axilla_findings',
  calcification: 'calcification',
};

const confidenceKeys: Readonly<Record<string, string>> = {
  mass: 'mass_confidence',
  axilla: 'axilla_confidence',
  calcification: 'calcification_confidence',
  'breast tissue': 'breast_density_confidence',
};

function findingOf(entry: (typeof manifest.findingTypes)[number], text: ReportText): ReportFinding {
  const key = foundKeys[entry.id];
  // Breast tissue has no key of its own: it is always found.
  const found = key === undefined || numberOf(text, key) === 1;
  return {
    type: entry.id,
    label: entry.label,
    colour: entry.colour,
    found,
    ...shownConfidence(text, confidenceKeys[entry.id] ?? ''),
    details: found ? detailsOf(entry.id, text) : [],
    ...(entry.id === 'mass' ? placesNote(text) : {}),
    ...unreadNote(text, key),
    ...(entry.id === 'axilla' ? axillaNote(text, found) : {}),
  };
}

function placesNote(text: ReportText): Pick<ReportFinding, 'places'> {
  const places = massPlaces(text);
  return places.length > 0 ? { places } : {};
}

/** What a response leaves out, or says in a form that cannot be read, was not looked for. */
function unreadNote(text: ReportText, key: string | undefined): Partial<ReportFinding> {
  const told = key === undefined ? 1 : numberOf(text, key);
  return told === 0 || told === 1 ? {} : { confidence: null, note: unread };
}

/** What the engine says of the axilla beyond a number; responses of another engine carry none of it. */
function axillaNote(text: ReportText, found: boolean): Partial<ReportFinding> {
  const assessable = numberOf(text, 'axilla_assessable');
  if (assessable === null) return {};
  if (found) return { confidenceNote: 'unvalidated: half its rank among films' };
  const note =
    assessable === 0
      ? 'Not assessed: this view shows no axillary field.'
      : 'No node stood out. The search is unvalidated and measures no confidence.';
  return { confidence: null, note };
}

function severityOf(category: number): Severity {
  if (category === 0) return 'pending';
  return category >= urgentFrom ? 'urgent' : 'attention';
}

function assessmentOf(text: ReportText): Assessment {
  const value = text.values.size === 0 ? 0 : numberOf(text, 'birads_cat');
  const words = value === null ? undefined : categories[value];
  const comments = otherComments(text);
  const base = { heading: 'Assessment', comments, trace: text.trace };
  if (isIncomplete(text)) {
    return { ...base, category: { label: 'BI-RADS', value: 0, ...incomplete, severity: 'attention' } };
  }
  if (value === null || words === undefined) return { ...base, comments: [...comments, notSpecified] };
  return { ...base, category: { label: `BI-RADS ${value}`, value, ...words, severity: severityOf(value) } };
}

/**
 * The report of a breast response. Without `report_text` it is the placeholder of the specification:
 * "Pending analysis", no findings.
 */
export function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const text = readReportText(wire.report_text);
  const pending = text.values.size === 0;
  return {
    module: 'breast',
    title: 'Medical Image Analysis Report',
    header,
    images: [
      { role: 'original', label: 'Original Image' },
      { role: 'segmented', label: 'Segmented Image' },
    ],
    findings: pending ? [] : manifest.findingTypes.map((entry) => findingOf(entry, text)),
    ...(pending
      ? {}
      : { diagnosis: { heading: 'Impression', text: stringOf(text, 'impression') ?? impressionOf(text) } }),
    assessment: assessmentOf(text),
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

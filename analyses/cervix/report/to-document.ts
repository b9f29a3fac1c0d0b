import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type {
  Assessment,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { manifest } from '../manifest.ts';
import {
  descriptors,
  disclaimer,
  fixedConfidence,
  needsExaminer,
  notSpecified,
  researchNotice,
  swedeParts,
} from './words.ts';

type Fields = { readonly [key: string]: WireValue };

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: WireValue | undefined): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : notSpecified;
}

function texts(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function confidenceOf(value: WireValue | undefined): Pick<ReportFinding, 'confidence' | 'confidenceNote'> {
  return typeof value === 'number' && value >= 0 && value <= 100
    ? { confidence: value }
    : { confidence: fixedConfidence.value, confidenceNote: fixedConfidence.note };
}

function findingOf(entry: (typeof manifest.findingTypes)[number], fields: Fields | undefined): ReportFinding {
  const found = fields?.found === 1 || fields?.found === true;
  const note = fields?.clinical_note;
  return {
    type: entry.id,
    label: entry.label,
    colour: entry.colour,
    found,
    ...confidenceOf(fields?.confidence),
    details: found
      ? (descriptors[entry.id] ?? []).map(([field, label]) => ({ label, value: text(fields?.[field]) }))
      : [],
    ...(typeof note === 'string' && note !== '' ? { note } : {}),
  };
}

/** "Swede score 3 to 7 of 10: acetowhiteness 1, …, iodine needs the examiner." */
function swedeSentence(value: WireValue | undefined): string[] {
  if (!isFields(value)) return [];
  const { total_least: least, total_most: most } = value;
  if (typeof least !== 'number' || typeof most !== 'number') return [];
  const parts = swedeParts.map(([part, label]) => {
    const points = value[part];
    return `${label.toLowerCase()} ${typeof points === 'number' ? points : needsExaminer}`;
  });
  return [`Swede score ${least} to ${most} of 10: ${parts.join(', ')}.`];
}

function assessmentOf(wire: WireFields, pending: boolean): Assessment {
  if (pending) return { heading: 'Assessment', comments: ['Pending analysis'], trace: [] };
  const comments = [...swedeSentence(wire.swede), ...texts(wire.comments)];
  return {
    heading: 'Assessment',
    comments: comments.length > 0 ? comments : [notSpecified],
    trace: texts(wire.trace),
  };
}

/**
 * The report of a cervix response. It never names a BI-RADS category: that scale is the breast's.
 * Without `findings` it is the placeholder "Pending analysis".
 */
export function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const listed = Array.isArray(wire.findings) ? wire.findings.filter(isFields) : [];
  const pending = !Array.isArray(wire.findings);
  return {
    module: 'cervix',
    title: 'Cervix Image Analysis Report',
    header,
    images: [
      { role: 'original', label: 'Original Image' },
      { role: 'segmented', label: 'Segmented Image' },
      { role: 'overlay', label: 'Overlay Image' },
    ],
    findings: pending
      ? []
      : manifest.findingTypes.map((entry) =>
          findingOf(
            entry,
            listed.find((fields) => fields.type === entry.id),
          ),
        ),
    assessment: assessmentOf(wire, pending),
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

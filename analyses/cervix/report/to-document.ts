import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type {
  Assessment,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { measuredPercent } from '@second-read/core/report/percent';
import { manifest } from '../manifest.ts';
import { impressionOf } from './impression.ts';
import { descriptors, disclaimer, notSpecified, researchNotice, swedeParts, unread } from './words.ts';

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

function findingOf(entry: (typeof manifest.findingTypes)[number], fields: Fields | undefined): ReportFinding {
  const found = fields?.found === 1 || fields?.found === true;
  const isTold = found || fields?.found === 0 || fields?.found === false;
  const note = isTold ? fields?.clinical_note : unread;
  return {
    type: entry.id,
    label: entry.label,
    colour: entry.colour,
    found,
    confidence: measuredPercent(fields?.confidence),
    details: found
      ? (descriptors[entry.id] ?? []).map(([field, label]) => ({ label, value: text(fields?.[field]) }))
      : [],
    ...(typeof note === 'string' && note !== '' ? { note } : {}),
  };
}

/** "Swede score 3 to 7 of 10: acetowhiteness 1, margin 0, lesion size 2; vessels and iodine not assessed." */
function swedeSentence(value: WireValue | undefined): string[] {
  if (!isFields(value)) return [];
  const { total_least: min, total_most: max } = value;
  if (typeof min !== 'number' || typeof max !== 'number') return [];
  const scored = swedeParts.filter(([part]) => typeof value[part] === 'number');
  const left = swedeParts.filter(([part]) => typeof value[part] !== 'number');
  const range = `Swede score ${min} to ${max} of 10`;
  if (scored.length === 0) return [`${range}: not scored, since no lesion is reported.`];
  const points = scored.map(([part, label]) => `${label.toLowerCase()} ${value[part]}`).join(', ');
  const open = left.map(([, label]) => label.toLowerCase()).join(' and ');
  return [`${range}: ${points}${open === '' ? '' : `; ${open} not assessed`}.`];
}

/** Of what was stored without one it is made of the findings. */
function impression(stored: WireValue | undefined, listed: readonly Fields[]): string {
  return typeof stored === 'string' && stored !== '' ? stored : impressionOf(listed);
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
    ...(pending ? {} : { diagnosis: { heading: 'Impression', text: impression(wire.impression, listed) } }),
    assessment: assessmentOf(wire, pending),
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

import type { WireFields } from '@second-read/core/analysis/report-module';
import type {
  Assessment,
  ReportDetail,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { measuredPercent } from '@second-read/core/report/percent';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { manifest } from '../manifest.ts';
import { impressionOf } from './impression.ts';
import {
  anyOpacity,
  bandNote,
  disclaimer,
  notAssessed,
  notSpecified,
  researchNotice,
  singleSliceSentence,
} from './words.ts';

type Confidence = Pick<ReportFinding, 'confidence' | 'confidenceNote'>;

interface FindingKeys {
  readonly found: string;
  readonly confidence: string;
  /** Label and key of each detail, in order. */
  readonly details: readonly (readonly [label: string, key: string, unit?: string])[];
}

const keysOf: Readonly<Record<string, FindingKeys>> = {
  nodule: {
    found: 'nodule',
    confidence: 'nodule_confidence',
    details: [
      ['Nodules', 'nodule_count'],
      ['Mean diameter', 'nodule_size'],
      ['Type', 'nodule_type'],
      ['Region affected', 'region_affected'],
      ['Volume', 'volume'],
    ],
  },
  'ground-glass': {
    found: 'ground_glass',
    confidence: anyOpacity.key,
    details: [['Share of the lungs', 'ground_glass_share', '%']],
  },
  consolidation: {
    found: 'consolidation',
    confidence: anyOpacity.key,
    details: [['Share of the lungs', 'consolidation_share', '%']],
  },
};

/** How sure this very statement is; null where nothing measured that. */
function statementConfidence(text: ReportText, { found, confidence }: FindingKeys): Confidence {
  const value = measuredPercent(numberOf(text, confidence));
  if (value === null) return { confidence: null };
  // Measured is whether there is any opacity at all: with one, nothing is known of the other kind's absence.
  if (confidence !== anyOpacity.key || !hasOpacity(text)) return { confidence: value };
  return numberOf(text, found) === 1
    ? { confidence: value, confidenceNote: anyOpacity.note }
    : { confidence: null };
}

function hasOpacity(text: ReportText): boolean {
  return ['ground_glass', 'consolidation'].some((key) => numberOf(text, key) === 1);
}

function detailsOf(text: ReportText, keys: FindingKeys): ReportDetail[] {
  const details = keys.details.map(([label, key, unit]) => {
    const value = stringOf(text, key);
    return { label, value: value === null ? notSpecified : unit === undefined ? value : `${value} ${unit}` };
  });
  const band = keys.found === 'nodule' ? stringOf(text, 'lung_rads_size') : null;
  return band === null ? details : [...details, { label: 'Size band', value: `${band}; ${bandNote}` }];
}

/** Why a finding was not looked for; undefined where it was. */
function unseenNote(entry: string, text: ReportText, found: string): string | undefined {
  if (numberOf(text, 'nodule_assessed') === 0) return notAssessed.noLungs;
  if (entry !== 'nodule' && numberOf(text, 'opacity_assessed') === 0) return notAssessed.crop;
  const told = numberOf(text, found);
  return told === 0 || told === 1 ? undefined : notAssessed.unread;
}

function findingOf(entry: (typeof manifest.findingTypes)[number], text: ReportText): ReportFinding {
  const keys = keysOf[entry.id];
  const found = keys !== undefined && numberOf(text, keys.found) === 1;
  const note = found ? undefined : unseenNote(entry.id, text, keys?.found ?? '');
  return {
    type: entry.id,
    label: entry.label,
    colour: entry.colour,
    found,
    ...(keys === undefined ? { confidence: null } : statementConfidence(text, keys)),
    details: found ? detailsOf(text, keys) : [],
    ...(note === undefined ? {} : { confidence: null, note }),
  };
}

function assessmentOf(text: ReportText): Assessment {
  const comments = [...text.comments];
  if (numberOf(text, 'nodule') === 1 && !comments.some((comment) => comment.includes(singleSliceSentence))) {
    comments.push(singleSliceSentence);
  }
  return {
    heading: 'Assessment',
    comments: comments.length > 0 ? comments : [notSpecified],
    trace: text.trace,
  };
}

/** The report of a lung response; without `report_text` the placeholder "Pending analysis", no findings. */
export function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const text = readReportText(wire.report_text);
  const pending = text.values.size === 0;
  return {
    module: 'lung',
    title: 'Lung CT Analysis Report',
    header,
    images: [
      { role: 'original', label: 'Original Image' },
      { role: 'segmented', label: 'Segmented Image' },
    ],
    findings: pending ? [] : manifest.findingTypes.map((entry) => findingOf(entry, text)),
    ...(pending
      ? {}
      : { diagnosis: { heading: 'Impression', text: stringOf(text, 'impression') ?? impressionOf(text) } }),
    assessment: pending
      ? { heading: 'Assessment', comments: ['Pending analysis'], trace: [] }
      : assessmentOf(text),
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

import type { NotAssessedReason } from '@second-read/core/reading/finding';
import { textsBy } from '@second-read/core/reading/told';
import type {
  Assessment,
  ReportDetail,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import { joinBrackets } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import type { LungFinding, LungReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';
import { foundNodules, kindLabel, noduleWords } from './nodule-words.ts';

const notSpecified = 'Not specified';

/** Beside either kind of opacity: one probability is measured of both. */
const anyOpacityNote = 'probability of any opacity';

/** Opens the note of what was not looked for. */
const notAssessed = {
  crop: 'Not assessed: the picture shows a part of one lung.',
  noLungs: 'Not assessed: no lung was found in this slice.',
  hidden: 'Not assessed: the window of this picture hides the lungs.',
  faint: 'Not assessed: ground glass cannot be seen in this window.',
  unread: 'Not assessed: the response says nothing of it.',
} as const;

/** Said beside the band of a nodule's size. */
const bandNote = 'Fleischner and Lung-RADS need the whole CT';

const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

const disclaimer =
  'This report is generated automatically and should be reviewed by a qualified medical professional.';
const researchNotice = 'Research use only. Not for primary diagnosis.';

type Confidence = Pick<ReportFinding, 'confidence' | 'confidenceNote'>;

/** How sure this very statement is; null where nothing measured that. */
function statementConfidence(finding: LungFinding, { facts }: LungReading): Confidence {
  // Measured is whether there is any opacity at all: with one, nothing is known of the other kind's absence.
  if (finding.type === 'nodule' || finding.state !== 'found') return { confidence: finding.certainty };
  if (facts.anyOpacity === null) return { confidence: null };
  return { confidence: facts.anyOpacity, confidenceNote: anyOpacityNote };
}

function noduleDetails(reading: LungReading): ReportDetail[] {
  const [nodule] = foundNodules(reading);
  if (nodule === undefined) return [];
  const { size, type, place, volume, band } = noduleWords(nodule, reading);
  const areNodules = foundNodules(reading).every((each) => kindLabel(each) === 'Nodule');
  const details = [
    [areNodules ? 'Nodules' : 'Nodules and masses', reading.facts.nodules?.toString()],
    ['Mean diameter', size],
    ['Type', type],
    ['Region affected', place],
    ['Volume', volume],
  ] as const;
  return [
    ...details.map(([label, value]) => ({ label, value: value ?? notSpecified })),
    ...(band === null ? [] : [{ label: 'Size band', value: `${band}; ${bandNote}` }]),
  ];
}

function opacityDetails({ measurements }: LungFinding): ReportDetail[] {
  const [share] = measurements;
  return [{ label: 'Share of the lungs', value: share === undefined ? notSpecified : `${share.value} %` }];
}

/** Why a finding was not looked for. */
const notes: Readonly<Partial<Record<NotAssessedReason, string>>> = {
  organ_not_found: notAssessed.noLungs,
  hidden_by_window: notAssessed.hidden,
  partial_view: notAssessed.crop,
};

function noteOf(finding: LungFinding | undefined, { findings }: LungReading): string {
  const isAllHidden = findings.every(({ reason }) => reason === 'hidden_by_window');
  if (finding?.reason === 'hidden_by_window' && !isAllHidden) return notAssessed.faint;
  return notes[finding?.reason ?? 'not_reported'] ?? notAssessed.unread;
}

function shownFinding(entry: (typeof manifest.findingTypes)[number], reading: LungReading): ReportFinding {
  const finding = reading.findings.find(({ type }) => type === entry.id);
  const { id: type, label, colour } = entry;
  if (finding === undefined || finding.state === 'not_assessed') {
    const note = noteOf(finding, reading);
    return { type, label, colour, found: false, isAssessed: false, confidence: null, details: [], note };
  }
  const found = finding.state === 'found';
  const name = finding.type === 'nodule' ? kindLabel(finding) : label;
  const details = finding.type === 'nodule' ? noduleDetails(reading) : opacityDetails(finding);
  return {
    type,
    label: name,
    colour,
    found,
    ...statementConfidence(finding, reading),
    details: found ? details : [],
  };
}

export const textsOf = textsBy<LungReading>(impressionOf, commentsOf);

function assessmentOf(reading: LungReading): Assessment {
  if (!reading.legible) return { heading: 'Assessment', comments: ['Pending analysis'], trace: [] };
  const told = textsOf(reading).comments.map(joinBrackets);
  const lacksLimit =
    foundNodules(reading).length > 0 && !told.some((comment) => comment.includes(singleSliceSentence));
  const comments = lacksLimit ? [...told, singleSliceSentence] : told;
  return {
    heading: 'Assessment',
    comments: comments.length > 0 ? comments : [notSpecified],
    trace: reading.rules.map(({ text }) => text),
  };
}

/** The report of a chest slice; of a reading that is not legible "Pending analysis", and no findings. */
export function toDocument(reading: LungReading, header: ReportHeader): ReportDocument {
  const { legible } = reading;
  return {
    module: 'lung',
    title: 'Lung CT Analysis Report',
    header,
    images: [
      { role: 'original', label: 'Original Image' },
      { role: 'segmented', label: 'Segmented Image' },
    ],
    findings: legible ? manifest.findingTypes.map((entry) => shownFinding(entry, reading)) : [],
    ...(legible ? { diagnosis: { heading: 'Impression', text: textsOf(reading).conclusion ?? '' } } : {}),
    assessment: assessmentOf(reading),
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

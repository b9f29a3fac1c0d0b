import type { NotAssessedReason } from '@second-read/core/reading/finding';
import { textsBy } from '@second-read/core/reading/told';
import type {
  ReportDetail,
  ReportDocument,
  ReportFinding,
  ReportHeader,
} from '@second-read/core/report/document';
import {
  assessmentOf,
  drawnImages,
  imageDocument,
  notSpecified,
  unread,
} from '@second-read/core/report/image-document';
import { joinBrackets } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import type { LungFinding, LungReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';
import { foundNodules, kindLabel, noduleWords } from './nodule-words.ts';

/** Beside either kind of opacity: one probability is measured of both. */
const anyOpacityNote = 'probability of any opacity';

/** Opens the note of what was not looked for. */
const notAssessed = {
  crop: 'Not assessed: the picture shows a part of one lung.',
  noLungs: 'Not assessed: no lung was found in this slice.',
  hidden: 'Not assessed: the window of this picture hides the lungs.',
  faint: 'Not assessed: ground glass cannot be seen in this window.',
} as const;

/** Said beside the band of a nodule's size. */
const bandNote = 'Fleischner and Lung-RADS need the whole CT';

const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

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
  return notes[finding?.reason ?? 'not_reported'] ?? unread;
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

function commentsIn(reading: LungReading): string[] {
  const told = textsOf(reading).comments.map(joinBrackets);
  const lacksLimit =
    foundNodules(reading).length > 0 && !told.some((comment) => comment.includes(singleSliceSentence));
  return lacksLimit ? [...told, singleSliceSentence] : told;
}

/** The report of a chest slice. */
export function toDocument(reading: LungReading, header: ReportHeader): ReportDocument {
  return imageDocument(reading, header, {
    ...{ manifest, title: 'Lung CT Analysis Report', images: drawnImages },
    findings: manifest.findingTypes.map((entry) => shownFinding(entry, reading)),
    conclusion: textsOf(reading).conclusion,
    assessment: assessmentOf(reading, commentsIn(reading)),
  });
}

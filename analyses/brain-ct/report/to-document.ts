import type { DocumentOptions } from '@second-read/core/analysis/report-module';
import {
  foundMark,
  type ReportDocument,
  type ReportHeader,
  type ReportImage,
  type ReportRow,
} from '@second-read/core/report/document';
import { fileNameOf, notSpecified, researchNotice } from '@second-read/core/report/image-document';
import { percentText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import type { BrainReading } from '../reading/schema.ts';
import { disclaimer, further, notAssessed, observations, pending, sharedReasons } from './words.ts';

/** In lines of earlier versions. */
const saysScore = /\((model score|probability) /;

/**
 * The report of a head CT: a table of observations and the diagnosis. Missing values read "Not
 * specified"; what this engine never assesses reads "Not assessed". While the output is "Pending analysis"
 * there is no table.
 */
export function toDocument(
  reading: BrainReading,
  header: ReportHeader,
  { hasFigure = false }: DocumentOptions = {},
): ReportDocument {
  const isPending = reading.conclusion === 'pending';
  const text = isPending ? pending : (reading.texts.conclusion ?? notSpecified);
  return {
    module: 'brain-ct',
    title: 'Brain CT Report',
    header,
    images: hasFigure ? [original, figure] : [original],
    findings: [],
    ...(isPending ? {} : { table: { head: ['Finding', 'Observation'], rows: rowsOf(reading) } }),
    diagnosis: { heading: 'Diagnosis', text },
    disclaimer,
    notice: researchNotice,
    fileName: fileNameOf(manifest, header),
  };
}

const original: ReportImage = { role: 'original', label: 'CT Image' };
const figure: ReportImage = { role: 'figure', label: 'Measurements' };

function rowsOf(reading: BrainReading): ReportRow[] {
  const { fracture, level } = reading.texts;
  const textOf = (id: string) => withoutSaidReason(reading, id);
  const marked = (id: string) =>
    foundMark(reading.findings.some((each) => each.type === id && isMarked(each)));
  return [
    ...observations.map(([label, id]): ReportRow => [label, textOf(id) ?? notSpecified, id, ...marked(id)]),
    [
      further.haemorrhage,
      bleedingText(textOf('haemorrhage'), reading),
      'haemorrhage',
      ...marked('haemorrhage'),
    ],
    [further.fracture, capitalized(fracture ?? notAssessed)],
    [further.level, capitalized(level ?? notAssessed)],
  ];
}

function isMarked({ state, type, descriptors }: BrainReading['findings'][number]): boolean {
  return state === 'found' || (type === 'haemorrhage' && descriptors.sign === 'not_excluded');
}

/** A shared reason that the diagnosis gives is not repeated in each line. */
function withoutSaidReason({ findings, texts }: BrainReading, id: string): string | null {
  const finding = findings.find(({ type }) => type === id);
  const reason = sharedReasons[finding?.reason ?? 'undecided'];
  const isSaid = reason !== undefined && texts.conclusion?.includes(`(${reason})`);
  return isSaid ? notAssessed : (finding?.text ?? null);
}

/**
 * The engine's own words carry the score they rest on; a second figure for the same thing would only
 * contradict it.
 */
function bleedingText(text: string | null, { facts, origin }: BrainReading): string {
  const { statedConfidence: certainty } = facts;
  if (text === null) return notAssessed;
  if (certainty === null || origin === 'engine' || saysScore.test(text)) return capitalized(text);
  return `${capitalized(text)} (confidence ${percentText(certainty)})`;
}

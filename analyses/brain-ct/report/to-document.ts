import type { DocumentOptions } from '@second-read/core/analysis/report-module';
import type { ReportDocument, ReportHeader, ReportImage, ReportRow } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { manifest } from '../manifest.ts';
import type { BrainReading } from '../reading/schema.ts';
import {
  disclaimer,
  further,
  notAssessed,
  notSpecified,
  observations,
  pending,
  researchNotice,
} from './words.ts';

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
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

const original: ReportImage = { role: 'original', label: 'CT Image' };
const figure: ReportImage = { role: 'figure', label: 'Measurements' };

function rowsOf(reading: BrainReading): ReportRow[] {
  const { fracture, level } = reading.texts;
  const textOf = (id: string) => withoutSaidReason(reading, id);
  return [
    ...observations.map(([label, id]): ReportRow => [label, textOf(id) ?? notSpecified, id]),
    [further.haemorrhage, bleedingText(textOf('haemorrhage'), reading.facts), 'haemorrhage'],
    [further.fracture, capitalized(fracture ?? notAssessed)],
    [further.level, capitalized(level ?? notAssessed)],
  ];
}

/** A reason that the diagnosis tells for several lines is not repeated in each of them. */
const saidReason = /^Not assessed: (not shown at this level|no brain that can be judged)/;

function withoutSaidReason({ findings, texts }: BrainReading, id: string): string | null {
  const text = findings.find(({ type }) => type === id)?.text ?? null;
  const reason = saidReason.exec(text ?? '')?.[1];
  return reason !== undefined && texts.conclusion?.includes(`(${reason})`) ? notAssessed : text;
}

/**
 * The engine's own words carry the score they rest on; a second figure for the same thing would only
 * contradict it.
 */
function bleedingText(text: string | null, { statedConfidence: certainty }: BrainReading['facts']): string {
  if (text === null) return notAssessed;
  if (certainty === null || saysScore.test(text)) return capitalized(text);
  return `${capitalized(text)} (confidence ${percentText(certainty)})`;
}

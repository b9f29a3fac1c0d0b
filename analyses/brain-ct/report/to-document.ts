import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportDocument, ReportHeader, ReportImage, ReportRow } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { manifest } from '../manifest.ts';
import { readingFromWire } from '../reading/from-wire.ts';
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
 * The report of a brain response: a table of observations and the diagnosis. Missing values read "Not
 * specified"; what this engine never assesses reads "Not assessed". While the output is "Pending analysis"
 * there is no table.
 */
export function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const hasFigure = typeof wire.figure_img === 'string' && wire.figure_img !== '';
  return documentOf(readingFromWire(wire), header, { hasFigure });
}

/** What screen and paper say of a reading. */
function documentOf(
  reading: BrainReading,
  header: ReportHeader,
  { hasFigure }: { hasFigure: boolean },
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
  const textOf = (id: string) => reading.findings.find(({ type }) => type === id)?.text ?? null;
  return [
    ...observations.map(([label, id]): ReportRow => [label, textOf(id) ?? notSpecified, id]),
    [further.haemorrhage, bleedingText(textOf('haemorrhage'), reading.facts), 'haemorrhage'],
    [further.fracture, capitalised(fracture ?? notAssessed)],
    [further.level, capitalised(level ?? notAssessed)],
  ];
}

/**
 * The engine's own words carry the score they rest on; a second figure for the same thing would only
 * contradict it.
 */
function bleedingText(text: string | null, { statedConfidence: certainty }: BrainReading['facts']): string {
  if (text === null) return notAssessed;
  if (certainty === null || saysScore.test(text)) return capitalised(text);
  return `${capitalised(text)} (confidence ${percentText(certainty)})`;
}

function capitalised(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportDocument, ReportHeader, ReportImage } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { manifest } from '../manifest.ts';
import {
  disclaimer,
  furtherObservations,
  notAssessed,
  notSpecified,
  observations,
  pending,
  researchNotice,
} from './words.ts';

const saysScore = /\((model score|probability) /;

type Row = readonly [string, string];

/**
 * The report of a brain response: a table of observations and the diagnosis. Missing values read "Not
 * specified"; what this engine never assesses reads "Not assessed". While the output is "Pending analysis"
 * there is no table.
 */
export function toDocument(wire: WireFields, header: ReportHeader): ReportDocument {
  const output = textOf(wire.output);
  const isPending = output === undefined ? Object.keys(wire).length === 0 : output === pending;
  return {
    module: 'brain-ct',
    title: 'Brain CT Report',
    header,
    images: imagesOf(wire),
    findings: [],
    ...(isPending ? {} : { table: { head: ['Finding', 'Observation'], rows: rowsOf(wire) } }),
    diagnosis: { heading: 'Diagnosis', text: isPending ? pending : (output ?? notSpecified) },
    disclaimer,
    notice: researchNotice,
    fileName: manifest.pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}

function rowsOf(wire: WireFields): Row[] {
  const specified = observations.map(([label, key]): Row => [label, textOf(wire[key]) ?? notSpecified]);
  const further = furtherObservations.map(([label, key]): Row => [label, furtherText(wire, key)]);
  return [...specified, ...further];
}

function furtherText(wire: WireFields, key: (typeof furtherObservations)[number][1]): string {
  const value = textOf(wire[key]);
  const confidence = wire.haemorrhage_confidence;
  if (value === undefined) return notAssessed;
  // The engine's own words carry the score they rest on; a second figure for the same thing would only contradict it.
  if (key !== 'haemorrhage' || typeof confidence !== 'number' || saysScore.test(value))
    return capitalised(value);
  return `${capitalised(value)} (confidence ${percentText(confidence)})`;
}

function imagesOf(wire: WireFields): ReportImage[] {
  const original: ReportImage = { role: 'original', label: 'CT Image' };
  return typeof wire.figure_img === 'string' && wire.figure_img !== ''
    ? [original, { role: 'figure', label: 'Measurements' }]
    : [original];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function capitalised(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

import { type Code, ownCode } from '../reading/code.ts';
import type { Side } from '../reading/finding.ts';
import type { Measurement } from '../reading/measurement.ts';
import type { AnyFinding } from '../reading/reading.ts';
import { type Detection, detectionOf } from '../report/detection.ts';
import type { ReportDetail, ReportFinding, ReportHeader, ReportRow } from '../report/document.ts';
import type { ExportRecord } from './export-record.ts';

/** What was asked of every finding: not the finding's absence, which no algorithm can promise. */
export const detectionConcept = ownCode('DETECTION', 'Detection by the algorithm');

export type ExportedDetection = Detection | 'possibly-detected';

export const detectionCodes: Readonly<Record<ExportedDetection, Code>> = {
  detected: ownCode('DETECTED', 'Detected'),
  'possibly-detected': ownCode('POSSIBLE', 'Possibly detected'),
  'not-detected': ownCode('NOT_DETECTED', 'Not detected'),
  'not-assessed': ownCode('NOT_ASSESSED', 'Not assessed'),
};

const detections: Readonly<Record<AnyFinding['state'], Detection>> = {
  found: 'detected',
  not_found: 'not-detected',
  not_assessed: 'not-assessed',
};

export interface ExportedDetail {
  /** "Shape: Oval"; null where the note says it. */
  readonly words: string | null;
  /** Null where the module has no concept for it. */
  readonly coded: { readonly concept: Code; readonly value: Code } | null;
}

/** One finding: its words from the document, all that is coded or measured from the reading. */
export interface ExportedFinding {
  readonly type: string;
  /** Of an exam, and of a type's second finding on, the id of the finding; else its type. */
  readonly id: string;
  readonly label: string;
  readonly concept: Code;
  readonly detection: ExportedDetection;
  /** Measured, in percent, of that very statement; null where nothing measured it. */
  readonly certainty: number | null;
  readonly details: readonly ExportedDetail[];
  /** Without those that nothing validated. */
  readonly measurements: readonly Measurement[];
  readonly side: Side | null;
  readonly note?: string;
}

type Source = Pick<ExportRecord, 'document' | 'reading' | 'coding'>;

/**
 * The findings of a report, in its order. Of several findings of one type the first, the most likely, speaks
 * for the line; the others that were found follow it, as far as they have no separate line.
 */
export function exportedFindings(record: Source): ExportedFinding[] {
  const { document, reading, coding } = record;
  const rows = document.table?.rows ?? [];
  const lines = document.findings.flatMap((line): ExportedFinding[] => {
    const finding = reading?.findings.find(({ type }) => type === line.type);
    const exported = {
      type: line.type,
      id: line.type,
      label: line.label,
      concept: coding.findings[line.type] ?? ownCode('FINDING', line.label),
      detection: finding ? exportedDetection(finding, coding) : detectionOf(line),
      certainty: finding ? finding.certainty : certaintyOf(line),
      details: line.details.map((detail) => exportedDetail(detail, finding, record)),
      measurements: measurementsOf(finding),
      side: finding?.side ?? null,
      ...(line.note !== undefined && { note: line.note }),
    };
    return [exported, ...othersOfType(record, finding, line.label)];
  });
  return [...lines, ...rows.flatMap((row) => exportedRow(row, record))];
}

/** A row of a table that words a finding; none where it words something else. */
function exportedRow([label, note, type]: ReportRow, record: Source): ExportedFinding[] {
  const { reading, coding } = record;
  const ofExam = reading?.findings.find(({ id }) => id === type);
  const finding = ofExam ?? reading?.findings.find((each) => each.type === type);
  if (!finding) return [];
  const exported = { ...withoutWords(finding, coding, label), id: ofExam?.id ?? finding.type, note };
  return [exported, ...(ofExam ? [] : othersOfType(record, finding, label))];
}

/** What was found of the same type beside the finding that a line words, and no row words by its id. */
function othersOfType({ document, reading, coding }: Source, first: AnyFinding | undefined, label: string) {
  const worded = new Set((document.table?.rows ?? []).map(([, , id]) => id));
  const others = reading?.findings.filter(
    ({ id, type, state }) => type === first?.type && id !== first.id && state === 'found' && !worded.has(id),
  );
  return (others ?? []).map((finding, at) => withoutWords(finding, coding, `${label} ${at + 2}`));
}

/** A finding in codes and numbers alone. */
function withoutWords(finding: AnyFinding, coding: Source['coding'], label: string): ExportedFinding {
  return {
    type: finding.type,
    id: finding.id,
    label,
    concept: coding.findings[finding.type] ?? ownCode('FINDING', label),
    detection: exportedDetection(finding, coding),
    certainty: finding.certainty,
    details: Object.entries(finding.descriptors ?? {}).flatMap(([descriptor, value]) => {
      const coded = coding.descriptors?.[descriptor];
      const code = coded?.values[String(value)];
      return coded && code ? [{ words: null, coded: { concept: coded.concept, value: code } }] : [];
    }),
    measurements: measurementsOf(finding),
    side: finding.side,
  };
}

function exportedDetection({ state, descriptors }: AnyFinding, coding: Source['coding']): ExportedDetection {
  const isPossible = Object.entries(descriptors ?? {}).some(([descriptor, value]) =>
    coding.descriptors?.[descriptor]?.possible?.includes(String(value)),
  );
  return state === 'found' && isPossible ? 'possibly-detected' : detections[state];
}

function measurementsOf(finding: AnyFinding | undefined): readonly Measurement[] {
  return (finding?.measurements ?? []).filter(({ method }) => method !== 'unvalidated');
}

/** The rows of a table that word no finding. */
export function plainRows({ document, reading }: Source): ReportRow[] {
  const types = new Set(reading?.findings.flatMap(({ id, type }) => [id, type]));
  return (document.table?.rows ?? []).filter(([, , type]) => type === undefined || !types.has(type));
}

/** Of a module without readings. A confidence that carries a note is shown, but was not measured. */
function certaintyOf({ confidence, confidenceNote }: ReportFinding): number | null {
  return confidenceNote === undefined ? confidence : null;
}

function exportedDetail(
  { label, value, descriptor }: ReportDetail,
  finding: AnyFinding | undefined,
  { coding }: Source,
): ExportedDetail {
  const words = `${label}: ${value}`;
  const coded = descriptor === undefined ? undefined : coding.descriptors?.[descriptor];
  const code = coded?.values[String(finding?.descriptors?.[descriptor ?? ''])];
  return { words, coded: coded && code ? { concept: coded.concept, value: code } : null };
}

/** The concept of a category that was given; a pending or missing one has none. */
export function categoryCode({ reading, coding }: Source): Code | undefined {
  const category = reading?.category;
  return category?.state === 'final' ? coding.categories?.[category.value] : undefined;
}

/** What a finding says beyond being found, one sentence each. */
export function findingSentences({ details, note }: ExportedFinding): string[] {
  return [...details.flatMap(({ words }) => words ?? []), ...(note === undefined ? [] : [note])];
}

/** Which picture of a larger whole the report is of; undefined where there was only one. */
export function partSentence({ part }: ReportHeader): string | undefined {
  return part === undefined ? undefined : `${part} was read.`;
}

import type { Measurement } from '../reading/measurement.ts';
import type { AnyFinding } from '../reading/reading.ts';
import { type Detection, detectionOf } from '../report/detection.ts';
import type { ReportDetail, ReportFinding, ReportHeader, ReportRow } from '../report/document.ts';
import { type Code, ownCode } from './code.ts';
import type { ExportRecord } from './export-record.ts';

/** What was asked of every finding: not the finding's absence, which no algorithm can promise. */
export const detectionConcept = ownCode('DETECTION', 'Detection by the algorithm');

export const detectionCodes: Readonly<Record<Detection, Code>> = {
  detected: ownCode('DETECTED', 'Detected'),
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

/** One line of the report: its words from the document, all that is coded or measured from the reading. */
export interface ExportedFinding {
  readonly type: string;
  /** Of an exam the id of the finding, since a type may have several; else its type. */
  readonly id: string;
  readonly label: string;
  readonly concept: Code;
  readonly detection: Detection;
  /** Measured, in percent, of that very statement; null where nothing measured it. */
  readonly certainty: number | null;
  readonly details: readonly ExportedDetail[];
  /** Of a lesion of an exam: volume and mean diameter. */
  readonly measurements: readonly Measurement[];
  readonly note?: string;
}

type Source = Pick<ExportRecord, 'document' | 'reading' | 'coding'>;

/**
 * The findings of a report, in its order. Of several findings of one type the first, the most likely, speaks
 * for the line.
 */
export function exportedFindings(record: Source): ExportedFinding[] {
  const { document, reading, coding } = record;
  const lines = document.findings.map((line) => {
    const finding = reading?.findings.find(({ type }) => type === line.type);
    return {
      type: line.type,
      id: line.type,
      label: line.label,
      concept: coding.findings[line.type] ?? ownCode('FINDING', line.label),
      detection: finding ? detections[finding.state] : detectionOf(line),
      certainty: finding ? finding.certainty : certaintyOf(line),
      details: line.details.map((detail) => exportedDetail(detail, finding, record)),
      measurements: [],
      ...(line.note !== undefined && { note: line.note }),
    };
  });
  return [...lines, ...(document.table?.rows ?? []).flatMap((row) => exportedRow(row, record))];
}

/** A row of a table that words a finding; none where it words something else. */
function exportedRow([label, note, type]: ReportRow, { reading, coding }: Source): ExportedFinding[] {
  const ofExam = reading?.findings.find(({ id }) => id === type);
  const finding = ofExam ?? reading?.findings.find((each) => each.type === type);
  if (!finding) return [];
  return [
    {
      type: finding.type,
      id: ofExam?.id ?? finding.type,
      label,
      concept: coding.findings[finding.type] ?? ownCode('FINDING', label),
      detection: detections[finding.state],
      certainty: finding.certainty,
      details: Object.entries(finding.descriptors ?? {}).flatMap(([descriptor, value]) => {
        const coded = coding.descriptors?.[descriptor];
        const code = coded?.values[String(value)];
        return coded && code ? [{ words: null, coded: { concept: coded.concept, value: code } }] : [];
      }),
      measurements: ofExam?.measurements ?? [],
      note,
    },
  ];
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

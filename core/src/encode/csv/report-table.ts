import { detectionOf } from '../../report/detection.ts';
import type { Assessment, ReportDocument } from '../../report/document.ts';
import { examWords } from '../../report/exam-time.ts';
import { findingSentences, measuredConfidence } from '../finding-words.ts';
import { csvLine } from './csv-cell.ts';

/** Which findings and table rows a module's reports have, so that all of its lines have the same columns. */
export interface ReportColumns {
  readonly findings: readonly { readonly id: string; readonly label: string }[];
  /** Labels of a table, for modules whose report is one. */
  readonly rows: readonly string[];
}

const words = { detected: 'yes', 'not-detected': 'no', 'not-assessed': 'not assessed' } as const;

/** What a module's reports have, read from one of them: every report of a module has the same lines. */
export function columnsOf({ findings, table }: ReportDocument): ReportColumns {
  return {
    findings: findings.map(({ type, label }) => ({ id: type, label })),
    rows: (table?.rows ?? []).map(([label]) => label),
  };
}

export function reportTableHead({ findings, rows }: ReportColumns): string {
  return csvLine([
    'Report ID',
    'Patient ID',
    'Date',
    'Analyzed By',
    'Category',
    ...findings.flatMap(({ label }) => [label, `${label} confidence %`, `${label} details`]),
    ...rows,
    'Diagnosis',
    'Comments',
    'Notice',
    'Frame or slice',
    'Exam date',
  ]);
}

/** One report. A confidence that was not measured is left empty; a pending category is none. */
export function reportTableLine(document: ReportDocument, columns: ReportColumns): string {
  const { header, assessment, diagnosis, notice } = document;
  return csvLine([
    header.reportId,
    header.patientId,
    header.createdAt,
    header.analysedBy,
    categoryCell(assessment),
    ...columns.findings.flatMap(({ id }) => findingCells(document, id)),
    ...columns.rows.map((label) => document.table?.rows.find(([row]) => row === label)?.[1] ?? null),
    diagnosis?.text ?? null,
    (assessment?.comments ?? []).join(' '),
    notice,
    header.part ?? null,
    header.exam ? examWords(header.exam) : null,
  ]);
}

/** A pending category is none; one without a number stands in words. */
function categoryCell(assessment: Assessment | undefined): string | null {
  const category = assessment?.category;
  if (category === undefined || category.severity === 'pending') return null;
  return category.value === 0 ? category.words : category.label;
}

function findingCells({ findings }: ReportDocument, type: string): (string | number | null)[] {
  const finding = findings.find((each) => each.type === type);
  if (!finding) return [null, null, null];
  return [
    words[detectionOf(finding)],
    measuredConfidence(finding) ?? null,
    findingSentences(finding).join('; '),
  ];
}

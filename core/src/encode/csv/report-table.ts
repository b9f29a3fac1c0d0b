import type { Assessment, ReportDocument } from '../../report/document.ts';
import { examWords } from '../../report/exam-time.ts';
import type { ExportRecord } from '../export-record.ts';
import { type ExportedFinding, exportedFindings, findingSentences } from '../exported-finding.ts';
import { byMachineAlone, flagsOf, type Verification } from '../verification.ts';
import { csvLine } from './csv-cell.ts';

/** Which findings and table rows a module's reports have, so that all of its lines have the same columns. */
export interface ReportColumns {
  readonly findings: readonly { readonly id: string; readonly label: string }[];
  /** Labels of a table, for modules whose report is one. */
  readonly rows: readonly string[];
}

/** The part of an export record that a line is made of. */
export type TabledReport = Pick<ExportRecord, 'document' | 'reading' | 'coding' | 'verification'>;

const words = {
  detected: 'yes',
  'possibly-detected': 'possibly',
  'not-detected': 'no',
  'not-assessed': 'not assessed',
} as const;

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
    'Status',
    'Version',
    'Signed by',
    'Signed at',
  ]);
}

/** One report. A confidence that was not measured is left empty; a pending category is none. */
export function reportTableLine(record: TabledReport, columns: ReportColumns): string {
  const { document } = record;
  const findings = exportedFindings(record);
  const { header, assessment, diagnosis, notice } = document;
  return csvLine([
    header.reportId,
    { id: header.patientId },
    header.createdAt,
    header.analysedBy,
    categoryCell(assessment),
    ...columns.findings.flatMap(({ id }) => findingCells(findings.find(({ type }) => type === id))),
    ...columns.rows.map((label) => document.table?.rows.find(([row]) => row === label)?.[1] ?? null),
    diagnosis?.text ?? null,
    (assessment?.comments ?? []).join(' '),
    notice,
    header.part ?? null,
    header.exam ? examWords(header.exam) : null,
    ...verificationCells(record.verification),
  ]);
}

function verificationCells(given: Verification = byMachineAlone): (string | number | null)[] {
  const { version, signedBy, signedAt } = given;
  return [flagsOf(given).words, version, signedBy ?? null, signedAt ?? null];
}

/** A pending category is none; one without a number is written in words. */
function categoryCell(assessment: Assessment | undefined): string | null {
  const category = assessment?.category;
  if (category === undefined || category.severity === 'pending') return null;
  return category.value === 0 ? category.words : category.label;
}

function findingCells(finding: ExportedFinding | undefined): (string | number | null)[] {
  if (!finding) return [null, null, null];
  return [words[finding.detection], finding.certainty, findingSentences(finding).join('; ')];
}

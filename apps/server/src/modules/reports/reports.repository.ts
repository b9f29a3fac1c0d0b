import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, eq, inArray } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { reports, users } from '../../platform/database/schema.ts';
import { digestOf, openPatient, patientColumns } from '../patients/index.ts';

type Keys = AppContext['config']['keys'];
type ReportRow = typeof reports.$inferSelect;

/** A report, its patient ID opened, with the names of whoever had it made. */
export interface StoredReport {
  readonly report: Omit<ReportRow, 'patientKey' | 'patientDigest' | 'searchTokens'>;
  readonly author: { readonly fullName: string; readonly username: string };
}

type NewReport = Omit<typeof reports.$inferInsert, 'patientKey' | 'patientDigest' | 'searchTokens'>;

/** Keeps the patient ID sealed, and not a second time where a DICOM file carried one of its own. */
export async function insertReport(db: Executor, report: NewReport, keys: Keys): Promise<void> {
  const study = { ...report.study, patientId: null };
  await db.insert(reports).values({ ...report, study, ...patientColumns(report.patientId, report, keys) });
}

export async function findReport(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  by: { organisationId: string; id: string; module?: AnalysisId },
): Promise<StoredReport | undefined> {
  const [row] = await selectReports(db).where(
    and(
      eq(reports.id, by.id),
      eq(reports.organisationId, by.organisationId),
      by.module && eq(reports.module, by.module),
    ),
  );
  return row && opened(row, config.keys);
}

/** In the order of `ids`. */
export async function findReports(db: Executor, ids: readonly string[], keys: Keys): Promise<StoredReport[]> {
  if (ids.length === 0) return [];
  const rows = await selectReports(db).where(inArray(reports.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.report.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [opened(row, keys)] : [];
  });
}

function selectReports(db: Executor) {
  const author = { fullName: users.fullName, username: users.username };
  return db.select({ report: reports, author }).from(reports).innerJoin(users, eq(users.id, reports.userId));
}

export async function isPatientKnown(
  db: Executor,
  patient: { organisationId: string; patientId: string },
  keys: Keys,
): Promise<boolean> {
  const { organisationId, patientId } = patient;
  const digests = keys.map((key) => digestOf(patientId, organisationId, key));
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.organisationId, organisationId), inArray(reports.patientDigest, digests)))
    .limit(1);
  return rows.length > 0;
}

function opened(
  { report, author }: { report: ReportRow; author: StoredReport['author'] },
  keys: Keys,
): StoredReport {
  const { patientKey, patientDigest: _digest, searchTokens: _tokens, ...others } = report;
  return {
    report: { ...others, patientId: openPatient('reports', { ...others, patientKey }, keys) },
    author,
  };
}

import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { analyses, reports, users } from '../../platform/database/schema.ts';
import {
  digestOf,
  type ExamRow,
  openExam,
  openOrigin,
  openPatient,
  type PictureExam,
  type PictureOrigin,
  patientColumns,
} from '../patients/index.ts';

type Keys = AppContext['config']['keys'];
type ReportRow = typeof reports.$inferSelect;

/** A report, its patient ID opened, with the names of whoever had it made. */
export interface StoredReport {
  readonly report: Omit<ReportRow, 'patientKey' | 'patientDigest' | 'searchTokens'>;
  /** What the file of its picture said of its exam. */
  readonly exam: PictureExam | undefined;
  readonly author: { readonly fullName: string; readonly username: string };
  /** The batch it was read in; null for a picture that was sent alone. */
  readonly batchId: string | null;
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
      by.module === undefined ? undefined : eq(reports.module, by.module),
    ),
  );
  return row && opened(row, config.keys);
}

/** The archived instance that the picture of a report is; undefined where it came as a file. */
export async function findPictureOrigin(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { analysisId }: Pick<ReportRow, 'analysisId'>,
): Promise<PictureOrigin | undefined> {
  const { id, patientKey, origin } = analyses;
  const [row] = await db.select({ id, patientKey, origin }).from(analyses).where(eq(id, analysisId));
  return row && openOrigin(row, config.keys);
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

const examColumns = { id: analyses.id, patientKey: analyses.patientKey, exam: analyses.exam };

function selectReports(db: Executor) {
  const author = { fullName: users.fullName, username: users.username };
  return db
    .select({ report: reports, author, exam: examColumns, batchId: analyses.batchId })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .leftJoin(analyses, eq(analyses.id, reports.analysisId));
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

/** What a list names of a report; its patient ID stays sealed. */
export interface ReportLine {
  readonly id: string;
  readonly createdAt: Date;
  readonly exam: PictureExam | undefined;
  readonly author: StoredReport['author'];
}

/** The newest of the other reports of the same patient, module and organisation, as they were analyzed; none of a generated ID. */
export async function findOthersOfPatient(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { id, module, organisationId, patientId, patientGenerated }: StoredReport['report'],
  limit: number,
): Promise<ReportLine[]> {
  if (patientGenerated) return [];
  const digests = config.keys.map((key) => digestOf(patientId, organisationId, key));
  const rows = await db
    .select({
      id: reports.id,
      createdAt: reports.createdAt,
      author: { fullName: users.fullName, username: users.username },
      exam: examColumns,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .leftJoin(analyses, eq(analyses.id, reports.analysisId))
    .where(
      and(
        eq(reports.organisationId, organisationId),
        inArray(reports.patientDigest, digests),
        eq(reports.module, module),
        ne(reports.id, id),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, exam: row.exam ? openExam(row.exam, config.keys) : undefined }));
}

function opened(
  {
    report,
    author,
    exam,
    batchId,
  }: Pick<StoredReport, 'author' | 'batchId'> & { report: ReportRow; exam: ExamRow | null },
  keys: Keys,
): StoredReport {
  const { patientKey, patientDigest: _digest, searchTokens: _tokens, ...others } = report;
  return {
    report: { ...others, patientId: openPatient('reports', { ...others, patientKey }, keys) },
    exam: exam ? openExam(exam, keys) : undefined,
    author,
    batchId,
  };
}

import { examOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
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
import { type CurrentVersion, currentVersions, type MachineReport } from '../reviews/index.ts';

type Keys = AppContext['config']['keys'];
type ReportRow = typeof reports.$inferSelect;

/**
 * A report, its patient ID opened, with the names of whoever had it made. `wire` and `reading` are of the
 * version in force.
 */
export interface StoredReport {
  readonly report: Omit<ReportRow, 'patientKey' | 'patientDigest' | 'searchTokens'>;
  /** What the file of its picture said of its exam. */
  readonly exam: PictureExam | undefined;
  readonly author: { readonly fullName: string; readonly username: string };
  /** The batch it was read in; null for a picture that was sent alone. */
  readonly batchId: string | null;
  /** Whether its picture was fetched from the archive. */
  readonly isFromPacs: boolean;
  /** As the machine made it. */
  readonly machine: Pick<ReportRow, 'wire' | 'reading'>;
  /** Undefined until a clinician begins to review it. */
  readonly review: CurrentVersion | undefined;
  /** The caller reads first: its result was taken out. */
  readonly isHidden?: true;
}

type NewReport = Omit<typeof reports.$inferInsert, 'patientKey' | 'patientDigest' | 'searchTokens'>;

/** Keeps the patient ID sealed, and not a second time where a DICOM file carried one of its own. */
export async function insertReport(db: Executor, report: NewReport, keys: Keys): Promise<void> {
  const study = { ...report.study, patientId: null };
  await db.insert(reports).values({ ...report, study, ...patientColumns(report.patientId, report, keys) });
}

export async function findReport(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  by: { organisationId: string; userId?: string; id: string; module?: AnalysisId },
): Promise<StoredReport | undefined> {
  const [row] = await selectReports(db).where(
    and(
      eq(reports.id, by.id),
      eq(reports.organisationId, by.organisationId),
      by.userId === undefined ? undefined : eq(reports.userId, by.userId),
      by.module === undefined ? undefined : eq(reports.module, by.module),
    ),
  );
  if (!row) return undefined;
  const [stored] = await inForce(db, [opened(row, config.keys)], config.keys);
  return stored;
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
  const stored = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [opened(row, keys)] : [];
  });
  return inForce(db, stored, keys);
}

/** What a review is laid over. */
export function machineReport({ report, machine }: StoredReport): MachineReport {
  const { id, organisationId, module, study, createdAt } = report;
  return { id, organisationId, module, study, createdAt, ...machine };
}

/** With what clinicians made of them. */
async function inForce(db: Executor, stored: readonly StoredReport[], keys: Keys): Promise<StoredReport[]> {
  const current = await currentVersions(db, stored.map(machineReport), keys);
  return stored.map((each) => {
    const review = current.get(each.report.id);
    if (review === undefined) return each;
    const { wire, exam } = review.content;
    const reading = examOf(each.report) ? (exam ?? each.report.reading) : review.content.reading;
    return { ...each, review, report: { ...each.report, wire, reading: reading as ReportRow['reading'] } };
  });
}

const examColumns = { id: analyses.id, patientKey: analyses.patientKey, exam: analyses.exam };

function selectReports(db: Executor) {
  const author = { fullName: users.fullName, username: users.username };
  return db
    .select({
      report: reports,
      author,
      exam: examColumns,
      batchId: analyses.batchId,
      isFromPacs: sql<boolean>`${analyses.origin} IS NOT NULL`,
    })
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

/**
 * The newest of the other reports of the same patient, module and organisation, as they were analyzed; none
 * of a generated ID. With `by` only those of this account.
 */
export async function findOthersOfPatient(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  {
    id,
    module,
    organisationId,
    patientId,
    patientGenerated,
  }: Pick<StoredReport['report'], 'id' | 'module' | 'organisationId' | 'patientId' | 'patientGenerated'>,
  { limit, by }: { limit: number; by?: string | undefined },
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
        by === undefined ? undefined : eq(reports.userId, by),
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
    isFromPacs,
  }: Pick<StoredReport, 'author' | 'batchId' | 'isFromPacs'> & { report: ReportRow; exam: ExamRow | null },
  keys: Keys,
): StoredReport {
  const { patientKey, patientDigest: _digest, searchTokens: _tokens, ...others } = report;
  return {
    report: { ...others, patientId: openPatient('reports', { ...others, patientKey }, keys) },
    exam: exam ? openExam(exam, keys) : undefined,
    author,
    batchId,
    isFromPacs,
    machine: { wire: others.wire, reading: others.reading },
    review: undefined,
  };
}

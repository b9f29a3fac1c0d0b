import { conclusionOf, examOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { analyses, reports, users } from '../../platform/database/schema.ts';
import { orUnreadable } from '../../platform/log/or-unreadable.ts';
import { readingOfRow } from '../earlier/index.ts';
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
import { type CurrentVersions, currentVersions, type MachineReport } from '../reviews/index.ts';
import type { ReportRow, StoredReport } from './stored-report.ts';
import { type ListTools, unreadable } from './unreadable-report.ts';

export type { StoredReport } from './stored-report.ts';

type Keys = AppContext['config']['keys'];

type NewReport = Omit<
  typeof reports.$inferInsert,
  'conclusion' | 'patientKey' | 'patientDigest' | 'searchTokens'
>;

/**
 * Keeps the patient ID sealed, and not a second time where a DICOM file carried one of its own. `names`: what
 * the report is searched by as well.
 */
export async function insertReport(
  db: Executor,
  report: NewReport,
  keys: Keys,
  names: readonly string[] = [],
): Promise<void> {
  const study = { ...report.study, patientId: null };
  const patient = patientColumns(report.patientId, report, keys, names);
  await db
    .insert(reports)
    .values({ ...report, study, ...patient, conclusion: conclusionOf(readingOfRow(report)) });
}

interface ReportPlace {
  readonly organisationId: string;
  readonly userId?: string;
  readonly id: string;
  readonly module?: AnalysisId;
  /** As that version was signed; else as the one in force. */
  readonly version?: number | undefined;
}

/** Undefined where there is no such report, or no such version of it. */
export async function findReport(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  by: ReportPlace,
  depth: 'whole' | 'summary' = 'whole',
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
  const stored = opened(row, config.keys);
  const { version } = by;
  if (!row.isReviewed) return version === undefined ? stored : undefined;
  const current = await currentVersions(db, [machineReport(stored)], config.keys, { depth, version });
  if (version !== undefined && current(stored.report.id) === undefined) return undefined;
  return inVersion(stored, current);
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

/** In the order of `ids`. One that cannot be opened is logged and comes as unreadable, for lists. */
export async function findReports(
  { db, config, log }: ListTools,
  ids: readonly string[],
): Promise<StoredReport[]> {
  if (ids.length === 0) return [];
  const { keys } = config;
  const rows = await selectReports(db).where(inArray(reports.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.report.id, row]));
  const found = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
  const stored = found.map((row) =>
    orUnreadable(
      row.report.id,
      log,
      () => opened(row, keys),
      () => unreadable(row),
    ),
  );
  const reviewed = stored.filter((each) => isReadable(each) && byId.get(each.report.id)?.isReviewed);
  const current = await currentVersions(db, reviewed.map(machineReport), keys, { depth: 'summary' });
  return stored.map((each) =>
    isReadable(each)
      ? orUnreadable(
          each.report.id,
          log,
          () => inVersion(each, current),
          () => unreadable(each),
        )
      : each,
  );
}

/** What a review is laid over. */
export function machineReport({ report, machine }: StoredReport): MachineReport {
  const { id, organisationId, module, study, createdAt, patientGenerated } = report;
  return { id, organisationId, module, study, createdAt, patientGenerated, ...machine };
}

/** With what clinicians made of it. */
function inVersion(stored: StoredReport, current: CurrentVersions): StoredReport {
  const review = current(stored.report.id);
  if (review === undefined) return stored;
  const { wire, exam } = review.content;
  const reading = examOf(stored.report) ? (exam ?? stored.report.reading) : review.content.reading;
  return { ...stored, review, report: { ...stored.report, wire, reading } };
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
      isReviewed: sql<boolean>`EXISTS (SELECT 1 FROM reviews r WHERE r.report_id = ${reports.id})`,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .leftJoin(analyses, eq(analyses.id, reports.analysisId));
}

/** The reports of a patient, whatever their module, with the analyses that made them. */
export function reportsOfPatient(
  db: Executor,
  { organisationId, patientId }: { organisationId: string; patientId: string },
  keys: Keys,
) {
  const digests = keys.map((key) => digestOf(patientId, organisationId, key));
  return db
    .select({ id: reports.id, analysisId: reports.analysisId })
    .from(reports)
    .where(and(eq(reports.organisationId, organisationId), inArray(reports.patientDigest, digests)));
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
  { db, config, log }: ListTools,
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
  return rows.map((row) => ({
    ...row,
    exam: orUnreadable(
      row.id,
      log,
      () => (row.exam ? openExam(row.exam, config.keys) : undefined),
      () => undefined,
    ),
  }));
}

const isReadable = ({ isUnreadable }: StoredReport) => isUnreadable !== true;

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
  const reading = readingOfRow(report);
  return {
    report: { ...others, reading, patientId: openPatient('reports', { ...others, patientKey }, keys) },
    exam: exam ? openExam(exam, keys) : undefined,
    author,
    batchId,
    isFromPacs,
    machine: { wire: others.wire, reading },
    review: undefined,
  };
}

import type { SourceInstance } from '@second-read/core/encode/export-record';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { StoredOutcome } from '@second-read/core/exam/stored-outcome';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { openExam } from '../../patients/index.ts';
import type { StoredReport } from '../reports.repository.ts';

/** A slice of an exam that was read, with what it left and the instance that its file names. */
export interface ExamRow {
  readonly file: string;
  readonly placeMm: number | null;
  readonly instance: SourceInstance;
  readonly frameOfReferenceUid: string | undefined;
  readonly frame: number | null;
  readonly facts: SliceFacts;
  readonly read: Extract<StoredOutcome, { status: 'read' }>;
  /** Key of its label map. */
  readonly labels: string;
}

/** In the order of the stack; without slices of another study or patient. */
export async function examRows(
  { report, batchId }: StoredReport,
  { slices }: StoredExam,
  studyUid: string,
  { db, config }: Pick<AppContext, 'config' | 'db'>,
): Promise<ExamRow[]> {
  if (batchId === null) return [];
  const { id, patientKey, exam, origin, slice, frame, examSlice } = analyses;
  const rows = await db
    .select({ id, patientKey, exam, origin, slice, frame, examSlice })
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), isNotNull(examSlice)));
  const bySent = new Map(rows.map((row) => [row.slice, row]));
  return slices.flatMap(({ file, sent, status, placeMm }): ExamRow[] => {
    const row = status === 'read' ? bySent.get(sent) : undefined;
    const own = row && openExam(row, config.keys);
    const kept = row?.examSlice;
    if (!row || !kept?.images || kept.outcome.status !== 'read' || !own?.instance) return [];
    const { frameOfReferenceUid, ...instance } = own.instance;
    const isOfPatient = row.origin !== null || own.patientId === report.patientId;
    if (!isOfPatient || instance.studyUid !== studyUid) return [];
    const { outcome: read, facts, images } = kept;
    const place = { file, placeMm, frame: row.frame };
    return [{ ...place, instance, frameOfReferenceUid, facts, read, labels: images.labels }];
  });
}

import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import type { OutlinedExam, OutlinedSlice } from '../../../platform/compute/compute.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { openExam } from '../../patients/index.ts';
import type { StoredReport } from '../reports.repository.ts';
import { markedSlice } from '../slices/reviewed-slices.ts';
import { storedPng } from './stored-pictures.ts';

/** `labels`: the key of its label map. */
export type ExamRow = Omit<OutlinedSlice, 'labels' | 'marked'> & { readonly labels: string };

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

/** What the slices outline, to be written; undefined of views, which stand beside each other. */
export async function outlinedExam(
  stored: StoredReport,
  studyUid: string | undefined,
  context: Pick<AppContext, 'blobs' | 'config' | 'db'>,
): Promise<OutlinedExam | undefined> {
  const { module } = stored.report;
  const exam = examOf(stored.report);
  if (!exam || studyUid === undefined || moduleOf(module).exam?.noun !== 'slice') return undefined;
  const slices: OutlinedSlice[] = [];
  for (const row of await examRows(stored, exam, studyUid, context)) {
    const slice = exam.slices.find(({ file }) => file === row.file);
    const labels = await storedPng(row.labels, context);
    slices.push({ ...row, labels, marked: slice && markedSlice(stored, slice) });
  }
  return { module, findings: exam.findings, slices };
}

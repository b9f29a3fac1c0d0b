import { examOf } from '@second-read/analyses/stored-reading';
import type { ExamSliceInstance } from '@second-read/core/encode/export-record';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { openExam, openOrigin } from '../../patients/index.ts';
import type { StoredReport } from '../reports.repository.ts';

/**
 * The slices of an exam that show a finding, were measured on or are key images, as the archive or their
 * files name them; those of another study or patient are left out.
 */
export async function examInstances(
  { report, batchId, review }: StoredReport,
  studyUid: string,
  { db, config }: Pick<AppContext, 'config' | 'db'>,
): Promise<ExamSliceInstance[]> {
  const exam = examOf(report);
  if (!exam || batchId === null) return [];
  const { id, patientKey, exam: sealed, origin, slice, frame } = analyses;
  const rows = await db
    .select({ id, patientKey, exam: sealed, origin, slice, frame })
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), isNotNull(slice)));
  const bySent = new Map(rows.map((row) => [row.slice, row]));
  const { measurements = [], keyImages = [] } = review?.content ?? {};
  const chosen = new Set([...measurements, ...keyImages].map(({ image }) => image.slice));
  return exam.slices.flatMap(({ file, sent }, place) => {
    const findings = exam.findings
      .filter(({ found, slices }) => found && slices.some((mark) => mark.file === file))
      .map((finding) => finding.id);
    const row = findings.length > 0 || chosen.has(place) ? bySent.get(sent) : undefined;
    const own = row && openExam(row, config.keys);
    const archived = row && openOrigin(row, config.keys);
    const instance = archived ?? (own?.patientId === report.patientId ? own.instance : undefined);
    if (!row || instance?.studyUid !== studyUid) return [];
    return [{ ...instance, ...(row.frame !== null && { frame: row.frame }), place, findings }];
  });
}

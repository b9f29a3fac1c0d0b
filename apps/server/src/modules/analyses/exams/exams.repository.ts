import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { analyses, batches } from '../../../platform/database/schema.ts';
import type { AnalysisRow } from '../analyses.repository.ts';

/**
 * Whether an analysis is the one that makes the report of an exam: it belongs to a batch and is no slice of
 * it.
 */
export function isExamAnalysis(row: Pick<AnalysisRow, 'batchId' | 'slice'>): boolean {
  return row.batchId !== null && row.slice === null;
}

/** The analyses that make the reports of these batches; a batch of single slices has none. */
export async function findExamAnalyses(
  db: Executor,
  batchIds: readonly string[],
): Promise<(batchId: string) => AnalysisRow | undefined> {
  if (batchIds.length === 0) return () => undefined;
  const rows = await db
    .select()
    .from(analyses)
    .where(and(inArray(analyses.batchId, [...batchIds]), isNull(analyses.slice)));
  const byBatch = new Map(rows.map((row) => [row.batchId, row]));
  return (id) => byBatch.get(id);
}

/** The slices of an exam in the order in which they were numbered. */
export function findSlices(db: Executor, batchId: string): Promise<AnalysisRow[]> {
  return db
    .select()
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), isNotNull(analyses.slice)))
    .orderBy(asc(analyses.slice));
}

/** Waiting exams whose slices have all arrived and ended; of one batch, or of all. */
export async function findReadyExams(
  db: Executor,
  batchId?: string,
): Promise<Pick<AnalysisRow, 'id' | 'attempt'>[]> {
  const { rows } = await db.execute<{ id: string; attempt: number }>(sql`
    SELECT e.id, e.attempt FROM ${analyses} e JOIN ${batches} b ON b.id = e.batch_id
    WHERE e.slice IS NULL AND e.state = 'queued' AND b.stopped_because IS NULL
      ${batchId === undefined ? sql`` : sql`AND b.id = ${batchId}`}
      AND b.slices = (
        SELECT count(*) FROM ${analyses} s
        WHERE s.batch_id = b.id AND s.slice IS NOT NULL AND s.state NOT IN ('queued', 'running'))
    LIMIT 100`);
  return rows.map(({ id, attempt }) => ({ id, attempt: Number(attempt) }));
}

/** Takes back what was read of an exam that will have no report. Returns the slices as they were. */
export async function dropReadSlices(db: Executor, batchId: string): Promise<AnalysisRow[]> {
  const read = and(eq(analyses.batchId, batchId), isNotNull(analyses.slice), eq(analyses.state, 'completed'));
  const rows = await db.select().from(analyses).where(read);
  await db
    .update(analyses)
    .set({ state: 'cancelled', examSlice: null, errorCode: 'analysis_cancelled' })
    .where(read);
  return rows;
}

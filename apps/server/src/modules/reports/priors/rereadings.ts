import type { SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import { storedExam } from '@second-read/core/exam/stored-exam';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { reports } from '../../../platform/database/schema.ts';
import { digestOf } from '../../patients/index.ts';
import type { StoredReport } from '../reports.repository.ts';

/** The later reports of an exam, each from another of its series, that the caller may read; oldest first. */
export async function findRereadings(
  { report: { id, patientId, module } }: Pick<StoredReport, 'report'>,
  { organisationId, userId }: { readonly organisationId: string; readonly userId?: string },
  { db, config }: Pick<AppContext, 'db' | 'config'>,
): Promise<{ id: string; series: SeriesOutline }[]> {
  // Those of the patient first: they have an index.
  const digests = config.keys.map((key) => digestOf(patientId, organisationId, key));
  const rows = await db
    .select({ id: reports.id, series: sql<unknown>`${reports.reading}->'series'` })
    .from(reports)
    .where(
      and(
        eq(reports.organisationId, organisationId),
        inArray(reports.patientDigest, digests),
        eq(reports.module, module),
        sql`${reports.reading}->>'rereads' = ${id}`,
        userId === undefined ? undefined : eq(reports.userId, userId),
      ),
    )
    .orderBy(asc(reports.createdAt));
  return rows.flatMap((row) => {
    const series = storedExam.shape.series.safeParse(row.series).data;
    return series ? [{ id: row.id, series: series.read }] : [];
  });
}

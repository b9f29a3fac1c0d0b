import { and, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { analyses } from '../../platform/database/schema.ts';
import type { AnalysisRow } from './analyses.repository.ts';

/** States of analyses whose upload is kept. */
const keptIn = ['queued', 'running', 'completed'] as const;

/** Uploads of these analyses that others were, or will be, read from: frames of one file share it. */
export async function neededSources(
  db: Executor,
  rows: readonly Pick<AnalysisRow, 'id' | 'sourceKey'>[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(rows.flatMap(({ sourceKey }) => sourceKey ?? []))];
  if (keys.length === 0) return new Set();
  const isOther = notInArray(
    analyses.id,
    rows.map(({ id }) => id),
  );
  const needed = await db
    .selectDistinct({ key: analyses.sourceKey })
    .from(analyses)
    .where(and(inArray(analyses.sourceKey, keys), isOther, inArray(analyses.state, keptIn)));
  return new Set(needed.flatMap(({ key }) => key ?? []));
}

type KeptSource =
  | 'id'
  | 'patientKey'
  | 'exam'
  | 'origin'
  | 'sourceKey'
  | 'sourceBytes'
  | 'sourceSha256'
  | 'pictureDigest';

/** The upload that slices of a batch were read from, while it is kept. `but`: not that of this analysis. */
export async function findKeptSource(
  db: Executor,
  batchId: string,
  but?: string,
): Promise<Pick<AnalysisRow, KeptSource> | undefined> {
  const { id, patientKey, exam, origin, sourceKey, sourceBytes, sourceSha256, pictureDigest } = analyses;
  const [row] = await db
    .select({ id, patientKey, exam, origin, sourceKey, sourceBytes, sourceSha256, pictureDigest })
    .from(analyses)
    .where(
      and(
        eq(analyses.batchId, batchId),
        isNotNull(analyses.slice),
        but === undefined ? undefined : ne(id, but),
        inArray(analyses.state, keptIn),
      ),
    )
    .orderBy(sql`${analyses.state} = 'completed' DESC`)
    .limit(1);
  return row;
}

import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../context.ts';
import { analyses, reports } from '../platform/database/schema.ts';

/** A column that names blobs. */
interface Reference {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** Id of the analysis that a row belongs to. */
  readonly analysis: SQL;
  /** The keys that a row names. */
  readonly keys: SQL<string[]>;
  readonly names: (key: string) => SQL;
  /** Rows whose blobs are in the store; those of the others were deleted. */
  readonly isStored: SQL | undefined;
  /** Rows whose blobs may come and go at any moment. */
  readonly isTransient: SQL<boolean>;
  /** Rows of which several may name one blob. */
  readonly isShared: SQL<boolean>;
}

const no = sql<boolean>`false`;
const inFlight = sql.raw(`IN ('queued', 'running')`);
const ofAnalysis = {
  ...{ table: analyses, id: analyses.id, analysis: sql`${analyses.id}` },
  // Slices are dropped with an exam that ends without a report.
  isTransient: sql<boolean>`(analyses.state ${inFlight} OR EXISTS (SELECT 1 FROM analyses e
    WHERE e.batch_id = analyses.batch_id AND e.slice IS NULL AND e.state ${inFlight}))`,
  // Frames of one file share the upload.
  isShared: sql<boolean>`${analyses.batchId} IS NOT NULL`,
};

/**
 * Every column that names blobs: what backups copy, rotation of keys re-encrypts and erasure deletes. A new
 * one gets its entry here; `stored-blobs.test.ts` compares them with a store.
 */
const references: readonly Reference[] = [
  {
    ...{ ...ofAnalysis, ...keyIn(analyses.sourceKey) },
    isStored: and(isNotNull(analyses.sourceKey), inArray(analyses.state, ['completed', 'queued', 'running'])),
  },
  {
    ...{ ...ofAnalysis, ...picturesIn(analyses.examSlice, '$.images.*') },
    isStored: isNotNull(analyses.examSlice),
  },
  {
    ...{ table: reports, id: reports.id, analysis: sql`${reports.analysisId}` },
    ...{ ...picturesIn(reports.images, '$.*'), isStored: undefined, isTransient: no },
    // The report of an exam names pictures of one of its slices.
    isShared: sql<boolean>`jsonb_exists(${reports.study}, 'examSlices')`,
  },
];

function keyIn(column: PgColumn): Pick<Reference, 'keys' | 'names'> {
  return {
    keys: sql<string[]>`array_remove(ARRAY[${column}], NULL)`,
    names: (key) => eq(column, key),
  };
}

function picturesIn(column: PgColumn, path: string): Pick<Reference, 'keys' | 'names'> {
  const texts = sql.raw(`'${path} ? (@.type() == "string")'`);
  const keys = sql<string[]>`ARRAY(
    SELECT jsonb_array_elements_text(jsonb_path_query_array(${column}, ${texts})))`;
  return { keys, names: (key) => sql`${key} = ANY(${keys})` };
}

export interface StoredBlob {
  readonly key: string;
  /** Of an analysis or exam that has not ended: it may be deleted or replaced at any moment. */
  readonly isTransient: boolean;
}

const batch = 500;

/** All blobs that the database names, each once. */
export async function* storedBlobs(db: Executor): AsyncGenerator<StoredBlob> {
  const shared = new Set<string>();
  for (const { table, id, keys, isStored, isTransient, isShared } of references) {
    for (let last: unknown; ; ) {
      const rows = await db
        .select({ id, keys, isTransient, isShared })
        .from(table)
        .where(and(isStored, last === undefined ? undefined : gt(id, last)))
        .orderBy(asc(id))
        .limit(batch);
      for (const row of rows) {
        for (const key of row.keys) {
          if (shared.has(key)) continue;
          if (row.isShared) shared.add(key);
          yield { key, isTransient: row.isTransient };
        }
      }
      last = rows.at(-1)?.id;
      if (rows.length < batch) break;
    }
  }
}

/** Whether the database names this blob. Reads whole tables where it is a picture. */
export async function isNamed(db: Executor, key: string): Promise<boolean> {
  for (const { table, id, names, isStored } of references) {
    const rows = await db
      .select({ id })
      .from(table)
      .where(and(isStored, names(key)))
      .limit(1);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Keys of all blobs of one analysis and its report; some may be deleted already. */
export async function blobsOfAnalysis(db: Executor, analysisId: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, keys, analysis } of references) {
    const rows = await db.select({ keys }).from(table).where(sql`${analysis} = ${analysisId}`);
    for (const row of rows) for (const key of row.keys) found.add(key);
  }
  return [...found];
}

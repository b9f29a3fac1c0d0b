import { moduleIds } from '@second-read/analyses/manifests';
import { conclusionOf } from '@second-read/analyses/stored-reading';
import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { reports } from '../../platform/database/schema.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { orUnreadable } from '../../platform/log/or-unreadable.ts';
import { readingOfRow } from '../earlier/index.ts';

type Tools = Pick<AppContext, 'db' | 'log' | 'pool'>;

/** Reports of one transaction: few enough that nobody who reads one of them waits. */
const defaultBatch = 100;

/**
 * Stores for every report without a reading or a conclusion what its wire fields and its reading tell, and
 * changes nothing else of it. Each batch is one transaction: a process that ends in between leaves whole
 * batches, and the next start goes on. Safe in several processes at once. A report whose reading does not
 * fit its schema stays without, and is logged.
 */
export async function fillReadings({ db, log, pool }: Tools, size = defaultBatch): Promise<number> {
  let [filled, after] = [0, ''];
  while (!pool.ending) {
    const batch = await db.transaction((tx) => fillBatch(tx, { after, size }, log));
    if (batch.last === undefined) break;
    filled += batch.filled;
    after = batch.last;
  }
  return filled;
}

/** Beside everything else: until it is done, reports without a reading are read from their wire fields. */
export function fillReadingsInBackground(context: Tools): void {
  const { log, pool } = context;
  fillReadings(context).then(
    (filled) => filled > 0 && log.info({ reports: filled }, 'readings of earlier reports were stored'),
    (error: unknown) => {
      if (!pool.ending)
        log.error({ err: loggableError(error) }, 'readings of earlier reports could not be stored');
    },
  );
}

interface Batch {
  /** Id of the last report before it. */
  readonly after: string;
  readonly size: number;
}

/** `last` is undefined where no report was left. */
async function fillBatch(
  tx: Executor,
  { after, size }: Batch,
  log: AppContext['log'],
): Promise<{ filled: number; last: string | undefined }> {
  const { id, module, wire, reading, conclusion } = reports;
  const rows = await tx
    .select({ id, module, wire, reading })
    .from(reports)
    .where(and(or(isNull(reading), isNull(conclusion)), gt(id, after), inArray(module, [...moduleIds])))
    .orderBy(asc(id))
    .limit(size)
    .for('update', { skipLocked: true });
  let filled = 0;
  for (const row of rows) {
    const changes = orUnreadable(
      row.id,
      log,
      () => {
        const told = readingOfRow(row);
        const read = row.reading ? {} : { reading: told, readingVersion: told.version };
        return { ...read, conclusion: conclusionOf(told) };
      },
      () => undefined,
    );
    if (changes === undefined) continue;
    await tx.update(reports).set(changes).where(eq(id, row.id));
    filled += 1;
  }
  return { filled, last: rows.at(-1)?.id };
}

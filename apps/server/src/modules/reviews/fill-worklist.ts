import { moduleIds } from '@second-read/analyses/manifests';
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { ZodError } from 'zod';
import type { AppContext } from '../../context.ts';
import { reports, worklist } from '../../platform/database/schema.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { readingOfRow } from '../earlier/index.ts';
import { enlistReport } from './worklist.repository.ts';

type Tools = Pick<AppContext, 'db' | 'log' | 'pool'>;
const batch = 200;

/** Puts reports that were stored before there was a worklist into it. Safe in several processes at once. */
export async function fillWorklist({ db, pool, log }: Tools): Promise<number> {
  const { id, organisationId, module, wire, reading, createdAt } = reports;
  let [filled, after] = [0, ''];
  while (!pool.ending) {
    const rows = await db
      .select({ id, organisationId, module, wire, reading, createdAt })
      .from(reports)
      .leftJoin(worklist, eq(worklist.reportId, id))
      .where(and(isNull(worklist.reportId), gt(id, after), inArray(module, [...moduleIds])))
      .orderBy(asc(id))
      .limit(batch);
    for (const row of rows) {
      try {
        await enlistReport(db, { ...row, reading: readingOfRow(row) });
      } catch (error) {
        if (pool.ending || !(error instanceof ZodError)) throw error;
        log.error({ err: loggableError(error), row: row.id }, 'a row of a list cannot be shown');
      }
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    filled += rows.length;
    after = last.id;
  }
  return filled;
}

/** Beside everything else, after every start. */
export function fillWorklistInBackground(context: Tools): void {
  const { log, pool } = context;
  fillWorklist(context).then(
    (filled) => filled > 0 && log.info({ reports: filled }, 'earlier reports were put into the worklist'),
    (error: unknown) => {
      if (!pool.ending)
        log.error({ err: loggableError(error) }, 'earlier reports could not be put into the worklist');
    },
  );
}

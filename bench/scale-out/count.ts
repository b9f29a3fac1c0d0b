import { setTimeout as sleep } from 'node:timers/promises';
import { storedBlobs } from '../../apps/server/src/admin/stored-blobs.ts';
import type { AppContext } from '../../apps/server/src/context.ts';
import { organisationIds } from '../../apps/server/src/modules/accounts/index.ts';
import { verifyTrail } from '../../apps/server/src/modules/audit/index.ts';
import { keptKeys } from './kept-keys.ts';

export interface Count {
  readonly what: string;
  readonly expected: number;
  readonly found: number;
}

/** Everything that must be there once for each analysis, and everything that must not be there. */
export async function countAll(
  analyses: number,
  answered: ReadonlySet<string>,
  context: AppContext,
): Promise<Count[]> {
  const number = async (sql: string) => Number((await context.pool.query(sql)).rows[0].n);
  const named = new Set<string>();
  for await (const { key } of storedBlobs(context.db)) named.add(key);
  const kept = await keptKeys(context.config.blobs);
  const missing = [...named].filter((key) => !kept.has(key)).length;
  const ids = (await context.pool.query<{ id: string }>('SELECT id FROM reports')).rows.map(({ id }) => id);
  const trail = await verifyTrail(context, { organisationIds: await organisationIds(context.db) });
  const one = (what: string, found: number) => ({ what, expected: analyses, found });
  const none = (what: string, found: number) => ({ what, expected: 0, found });
  return [
    one('orders answered with a report of their own', answered.size),
    one('analyses completed', await number(`SELECT count(*) n FROM analyses WHERE state = 'completed'`)),
    none(
      'analyses in any other state',
      await number(`SELECT count(*) n FROM analyses WHERE state <> 'completed'`),
    ),
    one('reports', ids.length),
    none('reports that no client was told', ids.filter((id) => !answered.has(id)).length),
    one('patients with a report', await number('SELECT count(DISTINCT patient_digest) n FROM reports')),
    one('trials charged', await number('SELECT sum(used) n FROM trials')),
    one(
      'reports in the audit trail',
      await number(`SELECT count(DISTINCT subject_id) n FROM audit_events WHERE action = 'report.stored'`),
    ),
    one(
      'entries of a stored report in it',
      await number(`SELECT count(*) n FROM audit_events WHERE action = 'report.stored'`),
    ),
    none('faults of the audit trail', trail.problems.length),
    none('pictures named and not in the store', missing),
    none('pictures in the store that nothing names', [...kept].filter((key) => !named.has(key)).length),
    none('jobs waiting or running', await openJobs(number)),
  ];
}

const patienceMs = 30_000;

/**
 * A job whose worker died after its report was stored is found done, and removed, when another takes it over.
 */
async function openJobs(number: (sql: string) => Promise<number>): Promise<number> {
  for (const until = Date.now() + patienceMs; ; await sleep(1_000)) {
    const open = await number(`SELECT count(*) n FROM pgboss.job WHERE state <= 'active'`);
    if (open === 0 || Date.now() > until) return open;
  }
}

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { worklistPage } from './worklist-page.ts';
import type { WorklistSearch } from './worklist-search.ts';

const open = 100_000;
/** A tenth: what sorts or filters the whole list looks at all of it. */
const mostRows = open / 10;
const now = new Date();
let server: TestServer;
let reader: Pick<WorklistSearch, 'organisationId' | 'userId'>;

/** Over a year and all urgencies, one in fifty urgent, one in a thousand younger than an hour. */
beforeAll(async () => {
  server = await startTestServer();
  reader = await server.signIn('ada');
  const { pool } = server.context;
  // Reports and analyses of their own would say nothing about the list.
  await pool.query('ALTER TABLE worklist DROP CONSTRAINT worklist_report_id_reports_id_fk');
  await pool.query(
    `INSERT INTO worklist (report_id, organisation_id, module, level, urgency, created_at)
     SELECT 'lung-' || n, $1, CASE n % 4 WHEN 0 THEN 'lung' WHEN 1 THEN 'breast' WHEN 2 THEN 'cervix' ELSE 'brain-ct' END,
       CASE WHEN n % 50 = 0 THEN 3 WHEN n % 3 = 0 THEN 2 WHEN n % 7 = 0 THEN 1 ELSE 0 END, n % 101,
       $2::timestamptz - CASE WHEN n % 1000 = 0 THEN interval '30 minutes' ELSE make_interval(mins => n * 5) END
     FROM generate_series(1, ${open}) AS n`,
    [reader.organisationId, now],
  );
  await pool.query('ANALYZE worklist');
});
afterAll(() => server.close());

const planNode = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(planNode).default([]);
  },
});
const explained = z.tuple([z.object({ Plan: planNode })]);

function lookedAt({ Plans: parts, ...node }: z.infer<typeof planNode>): number {
  const own = (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops'];
  return parts.reduce((sum, part) => sum + lookedAt(part), own);
}

const targets = { urgent: 60, finding: 1440, open: 1440, none: 4320 };
const shown = { first: [], twice: [], since: [] };

/** Rows that the database looks at: what the list costs, on whatever machine. */
async function rowsLookedAt(search: Partial<WorklistSearch>): Promise<number> {
  const { db } = server.context;
  const page = worklistPage(db, { ...reader, targets, hidden: shown, limit: 50, ...search }, now);
  const query = (page as unknown as { getSQL(): ReturnType<typeof sql> }).getSQL();
  const { rows } = await db.execute(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`);
  const [{ Plan: plan }] = explained.parse(rows[0]?.['QUERY PLAN']);
  return lookedAt(plan);
}

describe(`the worklist with ${open} open reports`, () => {
  it.each([
    ['as it opens', {}],
    ['of one module', { module: 'lung' }],
    ['of what is overdue', { isOverdue: true }],
    ['of what is not overdue', { isOverdue: false }],
    ['that nobody reads', { state: 'preliminary' }],
    ['of what is given to nobody', { isUnassigned: true }],
    [
      'of a reader from whom a module is hidden',
      { hidden: { first: ['lung'], twice: ['breast'], since: [] } },
    ],
    [
      'of what is overdue to such a reader',
      { hidden: { first: ['lung'], twice: [], since: [] }, isOverdue: true },
    ],
  ] as const)('has its first page %s without looking at all the others', async (_name, search) => {
    expect(await rowsLookedAt(search)).toBeLessThan(mostRows);
  });

  it('has what is overdue where almost nothing is', async () => {
    const long = { urgent: 600_000, finding: 600_000, open: 600_000, none: 600_000 };
    expect(await rowsLookedAt({ isOverdue: true, targets: long })).toBeLessThan(mostRows);
  });
});

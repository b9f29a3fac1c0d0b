import { type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { periodMs, periodOf, tokensToFind } from '../../patients/index.ts';
import { inScope, type PagePosition, type ReportSearch, scopeOf } from './report-search.ts';

type Tools = Pick<AppContext, 'db' | 'config'>;

/** A report whose patient ID or names, once opened, may contain the part. */
export interface Candidate {
  readonly id: string;
  readonly analysisId: string;
  readonly createdAt: Date;
  readonly patientId: string;
  readonly patientKey: string | null;
}

export interface Wanted {
  readonly limit: number;
  readonly after: PagePosition | undefined;
  /** Known to come seldom: the newest are not looked through first. */
  readonly isRare?: boolean;
}

/** So many of the newest reports are looked through first: most searches end there. */
const minWindow = 300;

/**
 * Reports whose tokens say that their patient ID contains `part`, newest first, from `after` on. What
 * comes often comes among the newest; what does not is looked up period by period until there are enough, so
 * no step touches more than one period has, however often or seldom, lately or long ago the part occurs.
 */
export async function findByPart(
  search: ReportSearch,
  part: string,
  { limit, after, isRare }: Wanted,
  tools: Tools,
): Promise<Candidate[]> {
  const tokens = await tokensByPeriod(search, part, after, tools);
  if (isRare) return candidatesOf(periodByPeriod(search, tokens, limit, after), tools);
  const recent = await candidatesOf(amongNewest(search, tokens, limit, after), tools);
  if (recent.length >= limit) return recent;
  const earlier = recent.length === 0 ? await beforeTheGap(tokens, tools) : undefined;
  if (earlier !== undefined) {
    const found = await candidatesOf(amongNewest(search, tokens, limit, earlier), tools);
    if (found.length >= limit) return found;
  }
  return candidatesOf(periodByPeriod(search, tokens, limit, after), tools);
}

/** How many there are, up to `atMost`. The tokens alone say it: the index is read, and hardly a row. */
export async function countByPart(
  search: ReportSearch,
  part: string,
  atMost: number,
  tools: Tools,
): Promise<number> {
  const { table, matches } = await tokensByPeriod(search, part, undefined, tools);
  const { rows } = await tools.db.execute<{ total: string }>(sql`
    SELECT count(*) AS total FROM (
      SELECT FROM ${table} CROSS JOIN LATERAL (
        SELECT FROM reports r WHERE ${matches} LIMIT ${atMost}
      ) AS found LIMIT ${atMost}
    ) AS counted`);
  return Number(rows[0]?.total ?? 0);
}

/**
 * A table `wanted` of the periods, newest first, with the tokens under each key, and what a row `r` must have
 * of it.
 */
interface Tokens {
  /** Undefined where there are no reports. */
  readonly newest: number | undefined;
  readonly table: SQL;
  readonly matches: SQL;
}

async function tokensByPeriod(
  search: ReportSearch,
  part: string,
  after: PagePosition | undefined,
  tools: Tools,
): Promise<Tokens> {
  const { keys } = tools.config;
  const periods = await periodsOf(search, after, tools);
  const columns = keys.map((key) => {
    const tokens = tokensToFind(part, scopeOf(search), periods, key).map((each) => `{${each.join()}}`);
    return sql`${sql.param(tokens)}::text[]`;
  });
  const names = keys.map((_, at) => sql.raw(`tokens_${at}`));
  const list = sql.join([sql`${sql.param(periods)}::int[]`, ...columns], sql`, `);
  const table = sql`unnest(${list}) AS wanted(period, ${sql.join(names, sql`, `)})`;
  const any = names.map((name) => sql`r.search_tokens @> wanted.${name}::int[]`);
  return { newest: periods[0], table, matches: sql`(${sql.join(any, sql` OR `)})` };
}

/** From the newest report that may be found to the oldest. */
async function periodsOf(
  search: ReportSearch,
  after: PagePosition | undefined,
  { db }: Tools,
): Promise<number[]> {
  const end = (order: 'ASC' | 'DESC') =>
    sql`(SELECT r.created_at FROM reports r WHERE ${inScope(search, after)} ORDER BY r.created_at ${sql.raw(order)} LIMIT 1)`;
  const { rows } = await db.execute<{ oldest: Date | null; newest: Date | null }>(
    sql`SELECT ${end('ASC')} AS oldest, ${end('DESC')} AS newest`,
  );
  const { oldest, newest } = rows[0] ?? {};
  if (!oldest || !newest) return [];
  const last = periodOf(new Date(newest));
  return Array.from({ length: last - periodOf(new Date(oldest)) + 1 }, (_, back) => last - back);
}

/**
 * The end of the newest period that has the part, where the very newest has not: IDs may have been of another
 * form until then. Several are asked for, because for a single one the planner would read the table.
 */
async function beforeTheGap(
  { newest, table, matches }: Tokens,
  { db }: Tools,
): Promise<PagePosition | undefined> {
  const { rows } = await db.execute<{ period: number }>(sql`
    SELECT period FROM ${table}
    WHERE (SELECT count(*) FROM (SELECT FROM reports r WHERE ${matches} LIMIT ${minWindow}) AS few) > 0 LIMIT 1`);
  const period = rows[0]?.period;
  if (period === undefined || period === newest) return undefined;
  return { createdAt: new Date((period + 1) * periodMs), id: '' };
}

function amongNewest(
  search: ReportSearch,
  { table, matches }: Tokens,
  limit: number,
  after?: PagePosition,
): SQL {
  const window = Math.max(minWindow, 2 * limit);
  return sql`
    SELECT r.id, r.analysis_id, r.created_at, r.patient_id, r.patient_key
    FROM (SELECT * FROM reports r WHERE ${inScope(search, after)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${window}) AS r
    JOIN ${table} ON wanted.period = floor(extract(epoch FROM r.created_at) * 1000 / ${periodMs})::int
    WHERE ${matches}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`;
}

/**
 * Periods are gone through in the order of the table, and no further than need be. OFFSET 0 keeps the planner
 * to the tokens: it cannot know how few reports have them, and would read the whole scope, for each period,
 * to narrow them down.
 */
function periodByPeriod(
  search: ReportSearch,
  { table, matches }: Tokens,
  limit: number,
  after?: PagePosition,
): SQL {
  return sql`
    SELECT found.* FROM ${table} CROSS JOIN LATERAL (
      SELECT r.id, r.analysis_id, r.created_at, r.patient_id, r.patient_key
      FROM (SELECT * FROM reports r WHERE ${matches} OFFSET 0) AS r
      WHERE ${inScope(search, after)} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}
    ) AS found LIMIT ${limit}`;
}

async function candidatesOf(query: SQL, { db }: Tools): Promise<Candidate[]> {
  const { rows } =
    await db.execute<Record<'id' | 'analysis_id' | 'created_at' | 'patient_id' | 'patient_key', string>>(
      query,
    );
  return rows.map((row) => ({
    id: row.id,
    analysisId: row.analysis_id,
    createdAt: new Date(row.created_at),
    patientId: row.patient_id,
    patientKey: row.patient_key,
  }));
}

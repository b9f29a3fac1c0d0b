import { sql } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { foldPatientId, openPatient } from '../patients/index.ts';
import { countByPart, findByPart } from './find-by-part.ts';
import { inScope, type Place, type ReportSearch } from './report-search.ts';
import { findReports, type StoredReport } from './reports.repository.ts';

type Tools = Pick<AppContext, 'db' | 'config'>;

interface Page {
  /** From 1, counted from `after`. */
  readonly number: number;
  readonly size: number;
  /** The last report of an earlier page: however far down, what follows is found at once. */
  readonly after?: Place | undefined;
}

/** Beyond this many nobody counts: a total that costs a second helps no one to find a report. */
export const countedAtMost = 10_000;
/** How many candidates are opened and looked at in one go, at least. */
const batch = 25;
/** Of so many candidates it is looked at each whether it counts. */
const lookedAt = 1_000;

/** One page, newest first, and how many there are in all, up to `countedAtMost`. */
export async function listReports(
  search: ReportSearch,
  page: Page,
  tools: Tools,
): Promise<{ rows: StoredReport[]; total: number }> {
  const part = foldPatientId(search.patientPart.trim());
  const [ids, total] =
    part === ''
      ? await Promise.all([idsOf(search, page, tools), countAll(search, tools)])
      : await Promise.all([idsOfPart(search, part, page, tools), countPart(search, part, tools)]);
  return { rows: await findReports(tools.db, ids, tools.config.keys), total };
}

async function idsOf(search: ReportSearch, { number, size, after }: Page, { db }: Tools): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT r.id FROM reports r WHERE ${inScope(search, after)}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${size} OFFSET ${(number - 1) * size}`);
  return rows.map(({ id }) => id);
}

async function countAll(search: ReportSearch, { db }: Tools): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`
    SELECT count(*) AS total FROM (
      SELECT 1 FROM reports r WHERE ${inScope(search, undefined)} LIMIT ${countedAtMost}
    ) AS counted`);
  return Number(rows[0]?.total ?? 0);
}

async function idsOfPart(
  search: ReportSearch,
  part: string,
  { number, size, after }: Page,
  tools: Tools,
): Promise<string[]> {
  const wanted = number * size;
  const found: string[] = [];
  for await (const id of foundOf(search, part, { size: Math.max(batch, wanted), after }, tools)) {
    if (found.push(id) === wanted) break;
  }
  return found.slice(wanted - size);
}

/** Few are looked at each; of many the tokens are counted, of which some may say too much. */
async function countPart(search: ReportSearch, part: string, tools: Tools): Promise<number> {
  const total = await countByPart(search, part, countedAtMost, tools);
  if (total > lookedAt || total === 0) return total;
  let exact = 0;
  for await (const _ of foundOf(search, part, { size: total, after: undefined }, tools)) exact += 1;
  return exact;
}

/** Opens candidates, newest first, and gives those that contain the part. */
async function* foundOf(
  search: ReportSearch,
  part: string,
  { size, after }: { readonly size: number; readonly after: Place | undefined },
  tools: Tools,
): AsyncGenerator<string> {
  for (let last = after; ; ) {
    const rows = await findByPart(search, part, { limit: size, after: last }, tools);
    for (const row of rows) {
      if (foldPatientId(openPatient('reports', row, tools.config.keys)).includes(part)) yield row.id;
    }
    last = rows.at(-1);
    if (rows.length < size) return;
  }
}

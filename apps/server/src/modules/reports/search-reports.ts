import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, arrayContains, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { reports } from '../../platform/database/schema.ts';
import { foldPatientId, longestPart, openPatient, tokensToFind } from '../patients/index.ts';
import { findReports, type StoredReport } from './reports.repository.ts';

type Tools = Pick<AppContext, 'db' | 'config'>;

export interface ReportSearch {
  readonly module: AnalysisId;
  readonly organisationId: string;
  /** Only this account's. */
  readonly userId?: string;
  /** Literal part of the patient ID; empty finds all. */
  readonly patientPart: string;
}

interface Page {
  readonly number: number;
  readonly size: number;
}

/** Beyond this many nobody counts: a total that costs a second helps no one to find a report. */
export const countedAtMost = 10_000;
/** How many candidates are opened and looked at in one go. */
const batch = 500;

/** One page, newest first, and how many there are in all, up to `countedAtMost`. */
export async function listReports(
  search: ReportSearch,
  page: Page,
  tools: Tools,
): Promise<{ rows: StoredReport[]; total: number }> {
  const part = foldPatientId(search.patientPart.trim());
  const where = matching(search, part, tools);
  const found = [...part].length > longestPart ? await lookAt(part, where, page, tools) : undefined;
  const ids = found?.ids ?? (await idsOf(where, page.size, tools, (page.number - 1) * page.size));
  const total = found?.total ?? (await countUpTo(where, tools));
  return { rows: await findReports(tools.db, ids, tools.config.keys), total };
}

function matching(
  { module, organisationId, userId }: ReportSearch,
  part: string,
  { config }: Tools,
): SQL | undefined {
  const anyOf = part === '' ? [] : tokensToFind(part, organisationId, config.keys);
  return and(
    eq(reports.organisationId, organisationId),
    eq(reports.module, module),
    userId === undefined ? undefined : eq(reports.userId, userId),
    anyOf.length === 0
      ? undefined
      : or(...anyOf.map((tokens) => arrayContains(reports.patientTokens, tokens))),
  );
}

async function idsOf(
  where: SQL | undefined,
  limit: number,
  { db }: Tools,
  offset: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(where)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

async function countUpTo(where: SQL | undefined, { db }: Tools): Promise<number> {
  const some = db.select({ one: sql`1` }).from(reports).where(where).limit(countedAtMost).as('some');
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** Opens candidates, newest first, until the page is full; to the end of them where they are few. */
async function lookAt(part: string, where: SQL | undefined, page: Page, tools: Tools) {
  const wanted = page.number * page.size;
  const ids: string[] = [];
  let last: { createdAt: Date; id: string } | undefined;
  for (let seen = 0; ids.length < wanted || seen < countedAtMost / 10; seen += batch) {
    const rows = await candidates(where, last, tools);
    for (const row of rows) {
      if (foldPatientId(openPatient('reports', row, tools.config.keys)).includes(part)) ids.push(row.id);
    }
    last = rows.at(-1);
    if (rows.length < batch) return { ids: pageOf(ids, page), total: ids.length };
  }
  return { ids: pageOf(ids, page), total: Math.max(ids.length, await countUpTo(where, tools)) };
}

function candidates(
  where: SQL | undefined,
  last: { createdAt: Date; id: string } | undefined,
  { db }: Tools,
) {
  const { id, createdAt, patientId, patientKey } = reports;
  const older =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select({ id, createdAt, patientId, patientKey })
    .from(reports)
    .where(and(where, older))
    .orderBy(desc(createdAt), desc(id))
    .limit(batch);
}

function pageOf(ids: readonly string[], { number, size }: Page): string[] {
  return ids.slice((number - 1) * size, number * size);
}

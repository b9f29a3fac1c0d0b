import { countedAtMost } from '@second-read/contract/reports';
import { sql } from 'drizzle-orm';
import { orUnreadable } from '../../../platform/log/or-unreadable.ts';
import { foldPatientId, namesOfAnalyses, openPatient } from '../../patients/index.ts';
import { findReports, type StoredReport } from '../reports.repository.ts';
import type { ListTools } from '../unreadable-report.ts';
import { type Candidate, countByPart, findByPart, type Wanted } from './find-by-part.ts';
import { inScope, type PagePosition, type ReportSearch } from './report-search.ts';

interface Page {
  /** From 1, counted from `after`. */
  readonly number: number;
  readonly size: number;
  /** The last report of an earlier page: however far down, what follows is found at once. */
  readonly after?: PagePosition | undefined;
}

/** The newest reports whose patient ID contains the part, up to `atMost`. */
export async function idsByPatient(
  search: ReportSearch,
  tools: ListTools,
  atMost = countedAtMost,
): Promise<string[]> {
  const found: string[] = [];
  // So many are wanted that looking through the newest first costs more than the index.
  const wanted = { limit: atMost, after: undefined, isRare: true };
  for await (const { id } of foundOf(search, partOf(search), wanted, tools))
    if (found.push(id) === atMost) break;
  return found;
}

/** How many candidates are opened and looked at in one go, at least. */
const batch = 25;

export interface PageOfReports {
  readonly rows: StoredReport[];
  readonly total: number;
  /** False where there may be more than `total`. */
  readonly isTotal: boolean;
}

/** One page, newest first, and how many there are in all, up to `countedAtMost`. */
export async function listReports(
  search: ReportSearch,
  page: Page,
  tools: ListTools,
): Promise<PageOfReports> {
  const { ids, ...count } = await countedIds(search, page, tools);
  return { rows: await findReports(tools, ids), ...count };
}

/** One page alone: counting may cost more than finding. */
export async function reportsOfPage(
  search: ReportSearch,
  page: Page,
  tools: ListTools,
): Promise<StoredReport[]> {
  const part = partOf(search);
  const ids = part === '' ? await idsOf(search, page, tools) : await idsOfPart(search, part, page, tools);
  return findReports(tools, ids);
}

type CountedIds = Pick<PageOfReports, 'total' | 'isTotal'> & { readonly ids: readonly string[] };

async function countedIds(search: ReportSearch, page: Page, tools: ListTools): Promise<CountedIds> {
  const part = partOf(search);
  if (part === '') {
    const [ids, found] = await Promise.all([idsOf(search, page, tools), countAll(search, tools)]);
    return { ids, ...upToLimit(found) };
  }
  // One more than is counted tells whether there are more.
  const found = await countByPart(search, part, countedAtMost + 1, tools);
  if (found <= countedAtMost) return pageOfFew(search, part, page, { atMost: found, tools });
  const ids = await idsOfPart(search, part, page, tools);
  const isEnd = page.after === undefined && ids.length > 0 && ids.length < page.size;
  // Tokens may say too much of longer parts; who has come to the end knows better.
  return isEnd
    ? { ids, ...upToLimit((page.number - 1) * page.size + ids.length) }
    : { ids, ...upToLimit(found) };
}

const partOf = ({ patientPart }: ReportSearch) => foldPatientId(patientPart.trim());

function upToLimit(found: number): Pick<PageOfReports, 'total' | 'isTotal'> {
  return { total: Math.min(found, countedAtMost), isTotal: found <= countedAtMost };
}

async function idsOf(
  search: ReportSearch,
  { number, size, after }: Page,
  { db }: ListTools,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT r.id FROM reports r WHERE ${inScope(search, after)}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${size} OFFSET ${(number - 1) * size}`);
  return rows.map(({ id }) => id);
}

async function countAll(search: ReportSearch, { db }: ListTools): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`
    SELECT count(*) AS total FROM (
      SELECT 1 FROM reports r WHERE ${inScope(search, undefined)} LIMIT ${countedAtMost + 1}
    ) AS counted`);
  return Number(rows[0]?.total ?? 0);
}

/** Few are opened and looked at each, once for the page and for its count. */
async function pageOfFew(
  search: ReportSearch,
  part: string,
  { number, size, after }: Page,
  { atMost, tools }: { readonly atMost: number; readonly tools: ListTools },
): Promise<CountedIds> {
  const found: PagePosition[] = [];
  if (atMost > 0) {
    for await (const place of foundOf(
      search,
      part,
      { limit: atMost + 1, after: undefined, isRare: true },
      tools,
    ))
      found.push(place);
  }
  const rest = after === undefined ? found : found.filter((place) => isOlder(place, after));
  const ids = rest.slice((number - 1) * size, number * size).map(({ id }) => id);
  return { ids, ...upToLimit(found.length) };
}

function isOlder(place: PagePosition, than: PagePosition): boolean {
  const apartMs = place.createdAt.getTime() - than.createdAt.getTime();
  return apartMs < 0 || (apartMs === 0 && place.id < than.id);
}

async function idsOfPart(
  search: ReportSearch,
  part: string,
  { number, size, after }: Page,
  tools: ListTools,
): Promise<string[]> {
  const wanted = number * size;
  const found: string[] = [];
  for await (const { id } of foundOf(search, part, { limit: Math.max(batch, wanted), after }, tools)) {
    if (found.push(id) === wanted) break;
  }
  return found.slice(wanted - size);
}

/** Those whose patient ID contains the part, else the name or accession number that the site keeps. */
async function havingPart(
  rows: readonly Candidate[],
  part: string,
  { db, log, config }: ListTools,
): Promise<Candidate[]> {
  const { keys } = config;
  const open = (row: Candidate) =>
    orUnreadable(
      row.id,
      log,
      () => openPatient('reports', row, keys),
      () => '',
    );
  const has = (text: string) => foldPatientId(text).includes(part);
  const byId = new Set(rows.filter((row) => has(open(row))));
  const others = rows.filter((row) => !byId.has(row)).map(({ analysisId }) => analysisId);
  const names = await namesOfAnalyses(db, others, keys);
  return rows.filter((row) => byId.has(row) || names.get(row.analysisId)?.some(has));
}

/** Opens candidates, newest first, and gives those that contain the part. */
async function* foundOf(
  search: ReportSearch,
  part: string,
  wanted: Wanted,
  tools: ListTools,
): AsyncGenerator<PagePosition> {
  for (let last = wanted.after; ; ) {
    const rows = await findByPart(search, part, { ...wanted, after: last }, tools);
    yield* await havingPart(rows, part, tools);
    last = rows.at(-1);
    if (rows.length < wanted.limit) return;
  }
}

import { moduleIds } from '@second-read/analyses/manifests';
import { and, asc, count, desc, eq, getTableColumns, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Executor } from '../../context.ts';
import { worklist } from '../../platform/database/schema.ts';
import {
  filtersOf,
  type WorklistPart,
  type WorklistPlace,
  type WorklistRow,
  type WorklistSearch,
} from './worklist-search.ts';

const { level, urgency, createdAt, reportId } = worklist;
const columns = getTableColumns(worklist);
const inOrder = [desc(level), desc(urgency), asc(createdAt), asc(reportId)] as const;

/**
 * Where a hidden result stands: by age, behind each finding that is shown and before what has none. It is the
 * place of what nothing could be judged of.
 */
const hiddenPlace = { level: 1, urgency: 0 };
/** Typed as the columns whose place they take: parts unite that have the same. */
const hiddenColumns = {
  ...columns,
  level: sql`${hiddenPlace.level}::smallint`.mapWith(Number).as('level'),
  urgency: sql`${hiddenPlace.urgency}::double precision`.mapWith(Number).as('urgency'),
} as object as typeof columns;

/**
 * What waits for a reader: by level, urgency and then age. Rows whose result is hidden from the account have
 * the level and urgency of `hiddenPlace`: their own would tell the result.
 */
export function worklistPage(db: Executor, search: WorklistSearch, now: Date): Promise<WorklistRow[]> {
  const part = (name: WorklistPart, of = search) => partOfPage(db, name, of, now);
  const hidden = [...search.hidden.first, ...search.hidden.twice];
  if (hidden.length === 0) return part('shown');
  const shown = moduleIds.filter((id) => !hidden.includes(id) && (search.module ?? id) === id);
  // Each part is found by an index of its own, and so is each module that is shown.
  return unionAll(
    part('read'),
    part('hidden'),
    ...shown.map((module) => part('shown', { ...search, module })),
  )
    .orderBy(...inOrder)
    .limit(search.limit);
}

function partOfPage(db: Executor, part: WorklistPart, search: WorklistSearch, now: Date) {
  const isHidden = part === 'hidden';
  const filters = filtersOf(db, part, search, now);
  const after = search.after && (isHidden ? hiddenBehind : behind)(search.after);
  return db
    .select(isHidden ? hiddenColumns : columns)
    .from(worklist)
    .where(and(...filters, after))
    .orderBy(...(isHidden ? inOrder.slice(2) : inOrder))
    .limit(search.limit);
}

/** The first condition repeats the second's bound: it is what the index can start from. */
function behind({ level, urgency, createdAt, reportId }: WorklistPlace): SQL | undefined {
  const w = worklist;
  return and(
    lte(w.level, level),
    or(lt(w.level, level), lt(w.urgency, urgency), and(eq(w.urgency, urgency), younger(createdAt, reportId))),
  );
}

/** All of them where their place is to come, none where it is past. As above, the bound for the index. */
function hiddenBehind({ level, urgency, createdAt, reportId }: WorklistPlace): SQL | undefined {
  const above = level - hiddenPlace.level || urgency - hiddenPlace.urgency;
  if (above !== 0) return above > 0 ? undefined : sql`FALSE`;
  return and(gte(worklist.createdAt, createdAt), younger(createdAt, reportId));
}

function younger(than: Date, id: string): SQL | undefined {
  return or(gt(createdAt, than), and(eq(createdAt, than), gt(reportId, id)));
}

/** How many open reports came after a moment; counted to `most`. */
export async function countNewer(
  db: Executor,
  { organisationId, since, most }: { organisationId: string; since: Date; most: number },
): Promise<number> {
  const { createdAt, isOpen } = worklist;
  const newer = db
    .select({ one: sql`1` })
    .from(worklist)
    .where(and(eq(worklist.organisationId, organisationId), eq(isOpen, sql`TRUE`), gt(createdAt, since)))
    .limit(most)
    .as('newer');
  const [row] = await db.select({ count: count() }).from(newer);
  return row?.count ?? 0;
}

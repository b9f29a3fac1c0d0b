import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { worklist } from '../../platform/database/schema.ts';

export type WorklistRow = typeof worklist.$inferSelect;

/** Where a page ended: what follows is found at once, however far down. */
export type WorklistPlace = Pick<WorklistRow, 'level' | 'urgency' | 'createdAt' | 'reportId'>;

export interface WorklistSearch {
  readonly organisationId: string;
  readonly module?: string | undefined;
  readonly state?: 'preliminary' | 'in_review' | undefined;
  /** Held by this account, or given to it. */
  readonly readerId?: string | undefined;
  readonly isUnassigned?: boolean | undefined;
  readonly isOverdue?: boolean | undefined;
  readonly after?: WorklistPlace | undefined;
  readonly limit: number;
}

/** What waits for a reader: by level, urgency and then age. */
export function worklistPage(db: Executor, search: WorklistSearch, now: Date): Promise<WorklistRow[]> {
  const { level, urgency, createdAt, reportId } = worklist;
  return db
    .select()
    .from(worklist)
    .where(and(...filtersOf(search, now)))
    .orderBy(desc(level), desc(urgency), asc(createdAt), asc(reportId))
    .limit(search.limit);
}

function filtersOf(search: WorklistSearch, now: Date): (SQL | undefined)[] {
  const { organisationId, module, state, readerId, isUnassigned, isOverdue, after } = search;
  const held = gt(worklist.heldUntil, now);
  return [
    eq(worklist.organisationId, organisationId),
    eq(worklist.isOpen, sql`TRUE`),
    module === undefined ? undefined : eq(worklist.module, module),
    state === 'in_review' ? held : undefined,
    state === 'preliminary' ? or(isNull(worklist.heldUntil), lte(worklist.heldUntil, now)) : undefined,
    readerId === undefined
      ? undefined
      : or(and(eq(worklist.holderId, readerId), held), eq(worklist.assigneeId, readerId)),
    isUnassigned === true ? isNull(worklist.assigneeId) : undefined,
    isUnassigned === false ? isNotNull(worklist.assigneeId) : undefined,
    isOverdue === true ? lt(worklist.dueAt, now) : undefined,
    isOverdue === false ? gte(worklist.dueAt, now) : undefined,
    after && behind(after),
  ];
}

/** The first condition repeats the second's bound: it is what the index can start from. */
function behind({ level, urgency, createdAt, reportId }: WorklistPlace): SQL | undefined {
  const w = worklist;
  return and(
    lte(w.level, level),
    or(
      lt(w.level, level),
      lt(w.urgency, urgency),
      and(
        eq(w.urgency, urgency),
        or(gt(w.createdAt, createdAt), and(eq(w.createdAt, createdAt), gt(w.reportId, reportId))),
      ),
    ),
  );
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

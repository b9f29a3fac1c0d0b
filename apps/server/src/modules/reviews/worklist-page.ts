import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { worklist } from '../../platform/database/schema.ts';

export type WorklistRow = typeof worklist.$inferSelect;

/** Where a page ended: what follows is found at once, however far down. */
export type WorklistPlace = Pick<WorklistRow, 'level' | 'urgency' | 'createdAt' | 'reportId'>;

export interface WorklistSearch {
  readonly organisationId: string;
  readonly module?: string | undefined;
  readonly state?: 'preliminary' | 'in_review' | undefined;
  /** Held by this account. */
  readonly holderId?: string | undefined;
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
  const { organisationId, module, state, holderId, isOverdue, after } = search;
  const held = gt(worklist.heldUntil, now);
  return [
    eq(worklist.organisationId, organisationId),
    eq(worklist.isOpen, sql`TRUE`),
    module === undefined ? undefined : eq(worklist.module, module),
    state === 'in_review' ? held : undefined,
    state === 'preliminary' ? or(isNull(worklist.heldUntil), lte(worklist.heldUntil, now)) : undefined,
    holderId === undefined ? undefined : and(eq(worklist.holderId, holderId), held),
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

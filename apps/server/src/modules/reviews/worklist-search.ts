import type { TargetMinutes } from '@second-read/contract/settings';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { UrgencyLevel } from '@second-read/core/report/urgency';
import {
  and,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { opinions, worklist } from '../../platform/database/schema.ts';
import { levelRanks } from './level-ranks.ts';
import type { HiddenModules } from './opinions/hidden-results.ts';

export type WorklistRow = typeof worklist.$inferSelect;

/** Where a page ended: what follows is found at once, however far down. */
export type WorklistPlace = Pick<WorklistRow, 'level' | 'urgency' | 'createdAt' | 'reportId'>;

export interface WorklistSearch {
  readonly organisationId: string;
  /** Whose list it is. */
  readonly userId: string;
  /** Whose results are hidden from that account at first. */
  readonly hidden: HiddenModules;
  readonly module?: AnalysisId | undefined;
  readonly state?: 'preliminary' | 'in_review' | undefined;
  /** Held by this account, or given to it. */
  readonly readerId?: string | undefined;
  readonly isUnassigned?: boolean | undefined;
  readonly isOverdue?: boolean | undefined;
  /** Of the organisation: from which age on a report is overdue. */
  readonly targets: TargetMinutes;
  readonly after?: WorklistPlace | undefined;
  readonly limit: number;
}

/**
 * The list in three: of modules whose results are shown; of the others what the account may see already; and
 * what is hidden from it.
 */
export type WorklistPart = 'shown' | 'read' | 'hidden';

export function filtersOf(db: Executor, part: WorklistPart, search: WorklistSearch, now: Date) {
  const { organisationId, module, state, readerId, isUnassigned, isOverdue } = search;
  const held = gt(worklist.heldUntil, now);
  const late = isOverdue === undefined ? undefined : overdue(part, search.targets, now);
  return [
    eq(worklist.organisationId, organisationId),
    eq(worklist.isOpen, sql`TRUE`),
    module === undefined ? undefined : eq(worklist.module, module),
    ...partOf(db, part, search),
    state === 'in_review' ? held : undefined,
    state === 'preliminary' ? or(isNull(worklist.heldUntil), lte(worklist.heldUntil, now)) : undefined,
    readerId === undefined
      ? undefined
      : or(and(eq(worklist.holderId, readerId), held), eq(worklist.assigneeId, readerId)),
    isUnassigned === true ? isNull(worklist.assigneeId) : undefined,
    isUnassigned === false ? isNotNull(worklist.assigneeId) : undefined,
    isOverdue === false && late ? not(late) : late,
  ];
}

/** What is hidden has the target time of what could not be judged: that of its urgency would tell it. */
export function overdue(part: WorklistPart, targets: TargetMinutes, now: Date): SQL | undefined {
  const before = (level: UrgencyLevel) => lt(worklist.createdAt, dueBefore(targets[level], now));
  if (part === 'hidden') return before('open');
  const levels = Object.entries(levelRanks) as [UrgencyLevel, number][];
  return or(...levels.map(([level, rank]) => and(eq(worklist.level, rank), before(level))));
}

const dueBefore = (minutes: number, now: Date) => new Date(now.getTime() - minutes * 60_000);

function partOf(db: Executor, part: WorklistPart, { userId, hidden }: WorklistSearch): (SQL | undefined)[] {
  if (part === 'shown') return [];
  const modules = [...hidden.first, ...hidden.twice];
  // As `hiddenResults` has it. Only of a first version: the others amend what was signed.
  const own = and(eq(opinions.reportId, worklist.reportId), eq(opinions.userId, userId));
  const given = db.select({ n: count() }).from(opinions).where(own);
  const before = hidden.since.map(({ module, at }) =>
    and(eq(worklist.module, module), lt(worklist.createdAt, at)),
  );
  const isRead = or(
    gt(worklist.version, 1),
    ...before,
    // A number rather than EXISTS: looked up row by row, where an opinion was given at all.
    and(gt(worklist.opinions, 0), sql`(${given}) > 0`),
    hidden.twice.length === 0
      ? undefined
      : and(inArray(worklist.module, [...hidden.twice]), gte(worklist.opinions, 2)),
  );
  const ofThem = inArray(worklist.module, modules);
  // It follows from the other condition; an index has the few rows that it is true of.
  const mayBeRead = or(sql`(${worklist.opinions} > 0 OR ${worklist.version} > 1)`, ...before);
  return part === 'read' ? [ofThem, isRead, mayBeRead] : [ofThem, isRead && not(isRead)];
}

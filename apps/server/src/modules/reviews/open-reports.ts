import type { TargetMinutes } from '@second-read/contract/settings';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { worklist } from '../../platform/database/schema.ts';
import { overdue } from './worklist-search.ts';

interface Which {
  readonly organisationId: string;
  readonly module?: AnalysisId;
}

/** How many reports wait for a reader. */
export function countOpen(db: Executor, which: Which): Promise<number> {
  return counted(db, which);
}

/** How many of them wait longer than `targets` allow. */
export function countOverdue(db: Executor, which: Which, targets: TargetMinutes, now: Date): Promise<number> {
  return counted(db, which, overdue('shown', targets, now));
}

async function counted(db: Executor, { organisationId, module }: Which, also?: SQL): Promise<number> {
  const isOf = module === undefined ? undefined : eq(worklist.module, module);
  const [row] = await db
    .select({ n: count() })
    .from(worklist)
    .where(and(eq(worklist.organisationId, organisationId), eq(worklist.isOpen, sql`TRUE`), isOf, also));
  return row?.n ?? 0;
}

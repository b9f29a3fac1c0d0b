import { type StoredReading, urgencyOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { worklist } from '../../platform/database/schema.ts';
import { levelRanks } from './level-ranks.ts';
import type { ReviewRow } from './reviews.repository.ts';

export interface NewReport {
  readonly id: string;
  readonly organisationId: string;
  readonly module: AnalysisId;
  readonly reading: StoredReading;
  readonly createdAt: Date;
}

/** Puts a report among those that wait for a reader; again it changes nothing. */
export async function enlistReport(db: Executor, report: NewReport): Promise<void> {
  const { id: reportId, organisationId, module, createdAt } = report;
  const { level, value } = urgencyOf(report.reading);
  const place = { level: levelRanks[level], urgency: value, createdAt };
  await db
    .insert(worklist)
    .values({ reportId, organisationId, module, ...place })
    .onConflictDoNothing();
}

type Hold = Pick<ReviewRow, 'holderId' | 'heldUntil'>;

export async function setHolder(
  tx: Executor,
  { reportId }: Pick<ReviewRow, 'reportId'>,
  { holderId, heldUntil }: Hold,
): Promise<void> {
  await tx.update(worklist).set({ holderId, heldUntil }).where(eq(worklist.reportId, reportId));
}

/** One reader more gave an opinion. */
export async function noteOpinion(tx: Executor, reportId: string): Promise<void> {
  const one = { opinions: sql`${worklist.opinions} + 1` };
  await tx.update(worklist).set(one).where(eq(worklist.reportId, reportId));
}

/** Signed or withdrawn: nobody waits for it. */
export async function closeItem(tx: Executor, reportId: string): Promise<void> {
  const closed = { isOpen: false, holderId: null, heldUntil: null };
  await tx.update(worklist).set(closed).where(eq(worklist.reportId, reportId));
}

/** An amendment waits to be signed. */
export async function reopenItem(tx: Executor, reportId: string, version: number): Promise<void> {
  await tx.update(worklist).set({ isOpen: true, version }).where(eq(worklist.reportId, reportId));
}

/** Gives an open report of the organisation to an account, or to nobody; false where there is none. */
export async function setAssignee(
  tx: Executor,
  { reportId, organisationId }: { reportId: string; organisationId: string },
  assigneeId: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(worklist)
    .set({ assigneeId })
    .where(
      and(
        eq(worklist.reportId, reportId),
        eq(worklist.organisationId, organisationId),
        eq(worklist.isOpen, true),
      ),
    )
    .returning({ id: worklist.reportId });
  return rows.length > 0;
}

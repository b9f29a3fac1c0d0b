import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, max, ne, not, sql } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { analyses, type StoredState } from '../../platform/database/schema.ts';

export type AnalysisRow = typeof analyses.$inferSelect;

const inFlight = ['queued', 'running'] as const;

export function isInFlight({ state }: Pick<AnalysisRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/**
 * Whether an analysis waits or runs, in whichever process. One past its deadline does not count, nor does an
 * exam that waits for its images: they may be a day on their way, or never come.
 */
export async function isAnalyzing({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<boolean> {
  const awaitsImages = and(eq(analyses.state, 'queued'), isNotNull(analyses.batchId), isNull(analyses.slice));
  const isUnderWay = and(
    inArray(analyses.state, [...inFlight]),
    gt(analyses.deadlineAt, now()),
    not(sql`(${awaitsImages})`),
  );
  const rows = await db.select({ id: analyses.id }).from(analyses).where(isUnderWay).limit(1);
  return rows.length > 0;
}

/** How many there are, and when the newest was made; of one organization, or of all. */
export async function extentOfAnalyses(
  db: Executor,
  organisationId?: string,
): Promise<{ readonly all: number; readonly newest: Date | null }> {
  const of = organisationId === undefined ? undefined : eq(analyses.organisationId, organisationId);
  const [row] = await db
    .select({ all: count(), newest: max(analyses.createdAt) })
    .from(analyses)
    .where(of);
  return row ?? { all: 0, newest: null };
}

export async function findAnalysis(db: Executor, id: string): Promise<AnalysisRow | undefined> {
  const [row] = await db.select().from(analyses).where(eq(analyses.id, id));
  return row;
}

export async function findByKey(
  db: Executor,
  by: { userId: string; key: string; module?: AnalysisId },
): Promise<AnalysisRow | undefined> {
  const [row] = await db
    .select()
    .from(analyses)
    .where(
      and(
        eq(analyses.userId, by.userId),
        eq(analyses.idempotencyKey, by.key),
        by.module === undefined ? undefined : eq(analyses.module, by.module),
      ),
    );
  return row;
}

/** Calls with the same key of the same account go one after the other to the end of the transaction. */
export async function lockKey(tx: Executor, { userId, key }: { userId: string; key: string }): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0))`);
}

export async function insertAnalysis(tx: Executor, row: typeof analyses.$inferInsert): Promise<AnalysisRow> {
  const [inserted] = await tx.insert(analyses).values(row).returning();
  if (!inserted) throw new Error('an inserted analysis was not returned');
  return inserted;
}

/** Puts an analysis that ended without a result back to its start, as its next attempt. */
export async function restartAnalysis(
  tx: Executor,
  id: string,
  again: Pick<AnalysisRow, 'sourceKey' | 'createdAt' | 'deadlineAt'>,
): Promise<AnalysisRow> {
  const [restarted] = await tx
    .update(analyses)
    .set({
      ...again,
      state: 'queued',
      attempt: sql`${analyses.attempt} + 1`,
      runToken: null,
      step: '',
      fraction: 0,
      errorCode: null,
      errorMessage: null,
      startedAt: null,
      finishedAt: null,
    })
    .where(eq(analyses.id, id))
    .returning();
  if (!restarted) throw new Error('an analysis to restart is gone');
  return restarted;
}

/**
 * Takes an analysis for one run. `previousToken` fences: of two workers that saw the same row, one gets it.
 * Undefined when it ended, was started anew or was taken meanwhile.
 */
export async function claimAnalysis(
  db: Executor,
  claim: {
    id: string;
    attempt: number;
    previousToken: string | null;
    runToken: string;
    now: Date;
    /** A slice of a batch has its time from now on. */
    deadlineAt: Date;
  },
): Promise<AnalysisRow | undefined> {
  const [row] = await db
    .update(analyses)
    .set({ state: 'running', runToken: claim.runToken, startedAt: claim.now, deadlineAt: claim.deadlineAt })
    .where(
      and(
        eq(analyses.id, claim.id),
        eq(analyses.attempt, claim.attempt),
        inArray(analyses.state, inFlight),
        sql`${analyses.runToken} IS NOT DISTINCT FROM ${claim.previousToken}::uuid`,
      ),
    )
    .returning();
  return row;
}

export interface Ending {
  readonly state: Exclude<StoredState, 'queued' | 'running'>;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly changes?: Partial<
    Pick<AnalysisRow, 'facts' | 'timingsMs' | 'patientKnown' | 'urgency' | 'examSlice' | 'exam' | 'origin'>
  >;
}

/**
 * Ends an analysis that is still on its way (in the given run, if one is named). Once, whoever else tries.
 */
export async function markEnded(
  db: Executor,
  which: { id: string; runToken?: string },
  { state, errorCode, errorMessage, changes }: Ending,
  now: Date,
): Promise<AnalysisRow | undefined> {
  const [row] = await db
    .update(analyses)
    .set({
      ...changes,
      state,
      errorCode,
      errorMessage,
      step: '',
      fraction: state === 'completed' ? 1 : 0,
      finishedAt: now,
    })
    .where(
      and(
        eq(analyses.id, which.id),
        inArray(analyses.state, inFlight),
        which.runToken === undefined ? undefined : eq(analyses.runToken, which.runToken),
      ),
    )
    .returning();
  return row;
}

/** Whether another analysis is read, or was read, from the same upload: frames of one file share it. */
export async function isSourceNeeded(
  db: Executor,
  { id, sourceKey }: Pick<AnalysisRow, 'id' | 'sourceKey'>,
): Promise<boolean> {
  if (sourceKey === null) return false;
  const isKept = inArray(analyses.state, [...inFlight, 'completed']);
  const [other] = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(eq(analyses.sourceKey, sourceKey), ne(analyses.id, id), isKept))
    .limit(1);
  return other !== undefined;
}

type KeptSource =
  | 'id'
  | 'patientKey'
  | 'exam'
  | 'origin'
  | 'sourceKey'
  | 'sourceBytes'
  | 'sourceSha256'
  | 'pictureDigest';

/** The upload that slices of a batch were read from, while it is kept. */
export async function findKeptSource(
  db: Executor,
  batchId: string,
): Promise<Pick<AnalysisRow, KeptSource> | undefined> {
  const { id, patientKey, exam, origin, sourceKey, sourceBytes, sourceSha256, pictureDigest } = analyses;
  const [row] = await db
    .select({ id, patientKey, exam, origin, sourceKey, sourceBytes, sourceSha256, pictureDigest })
    .from(analyses)
    .where(
      and(
        eq(analyses.batchId, batchId),
        isNotNull(analyses.slice),
        inArray(analyses.state, [...inFlight, 'completed']),
      ),
    )
    .orderBy(sql`${analyses.state} = 'completed' DESC`)
    .limit(1);
  return row;
}

export async function saveProgress(
  db: Executor,
  runToken: string,
  id: string,
  progress: { step: string; fraction: number },
): Promise<void> {
  await db
    .update(analyses)
    .set(progress)
    .where(and(eq(analyses.id, id), eq(analyses.runToken, runToken), eq(analyses.state, 'running')));
}

/** Analyses still on their way although their time was up before `before`. */
export async function findOverdue(db: Executor, before: Date): Promise<AnalysisRow[]> {
  return db
    .select()
    .from(analyses)
    .where(and(inArray(analyses.state, inFlight), lt(analyses.deadlineAt, before)))
    .limit(100);
}

import { manifests } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import {
  and,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { analyses, type batches, type StoredState } from '../../platform/database/schema.ts';
import { inFlightOf } from '../trials/index.ts';
import { turnOf } from './run/fair-turn.ts';
import { topicOf } from './run/topics.ts';

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

/** The analysis of a key, locked to the end of the transaction: who restarts it is alone. */
export async function lockByKey(
  tx: Executor,
  { userId, key }: { userId: string; key: string | undefined },
): Promise<AnalysisRow | undefined> {
  if (key === undefined) return undefined;
  const isOfKey = and(eq(analyses.userId, userId), eq(analyses.idempotencyKey, key));
  const [row] = await tx.select().from(analyses).where(isOfKey).for('update');
  return row;
}

/** An analysis that was placed, and those before it. */
export interface Placed {
  readonly row: AnalysisRow;
  /** See `inFlightOf`. */
  readonly inFlight: number;
  /** See `turnOf`. */
  readonly turn: number;
}

type Place = Pick<AnalysisRow, 'id' | 'userId' | 'organisationId' | 'serviceType' | 'batchId'>;

function placedColumns(row: Place, now: Date) {
  return { ...getTableColumns(analyses), inFlight: inFlightOf(row), turn: turnOf(row, now) };
}

function placed([found]: readonly (AnalysisRow & Omit<Placed, 'row'>)[]): Placed | undefined {
  if (!found) return undefined;
  const { inFlight, turn, ...row } = found;
  return { row, inFlight, turn };
}

/** Undefined where the account has an analysis of this key: two calls at once make one. */
export async function insertAnalysis(
  tx: Executor,
  row: typeof analyses.$inferInsert,
): Promise<Placed | undefined> {
  const place = { ...row, batchId: row.batchId ?? null };
  const columns = placedColumns(place, row.createdAt);
  return placed(await tx.insert(analyses).values(row).onConflictDoNothing().returning(columns));
}

/** Of one that is under way: see `turnOf`. */
export async function turnNow(tx: Executor, row: AnalysisRow, now: Date): Promise<number> {
  const [found] = await tx
    .select({ turn: turnOf(row, now) })
    .from(analyses)
    .where(eq(analyses.id, row.id));
  return found?.turn ?? 0;
}

/** Puts an analysis that ended without a result back to its start, as its next attempt. */
export async function restartAnalysis(
  tx: Executor,
  row: AnalysisRow,
  again: Pick<AnalysisRow, 'sourceKey' | 'createdAt' | 'deadlineAt'>,
): Promise<Placed> {
  const rows = await tx
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
    .where(eq(analyses.id, row.id))
    .returning(placedColumns(row, again.createdAt));
  const restarted = placed(rows);
  if (!restarted) throw new Error('an analysis to restart is gone');
  return restarted;
}

/** An analysis that a worker has taken; the token tells its run from an earlier one that died. */
export type Run = AnalysisRow & {
  readonly runToken: string;
  /** Of the run that died before this one. */
  readonly previousToken: string | null;
  /** The batch it belongs to. */
  readonly batch: Pick<typeof batches.$inferSelect, 'kind' | 'slices' | 'statement'> | null;
};

/**
 * Takes an analysis for one run. Undefined when it ended, was started anew, is past its deadline, or was
 * taken by another worker at the same time: the token as the statement found it fences.
 */
export async function claimAnalysis(
  db: Executor,
  claim: {
    id: string;
    attempt: number;
    runToken: string;
    now: Date;
    /** The time of a slice of a batch, which may wait for long, begins when it is read. */
    timeoutMs: (module: AnalysisId) => number;
  },
): Promise<Run | undefined> {
  const { id, runToken, now } = claim;
  const previousToken = sql<string | null>`(SELECT run_token FROM ${analyses} found WHERE found.id = ${id})`;
  const timeouts = manifests.map(
    ({ id: module }) => sql`WHEN ${module} THEN ${claim.timeoutMs(module)}::double precision`,
  );
  const ownTime = sql`make_interval(secs => CASE ${analyses.module} ${sql.join(timeouts, sql` `)} END / 1000)`;
  const at = now.toISOString();
  const [row] = await db
    .update(analyses)
    .set({
      ...{ state: 'running', runToken, startedAt: now },
      deadlineAt: sql`CASE WHEN ${analyses.batchId} IS NULL THEN ${analyses.deadlineAt}
        ELSE ${at}::timestamptz + ${ownTime} END`,
    })
    .where(
      and(
        eq(analyses.id, id),
        eq(analyses.attempt, claim.attempt),
        inArray(analyses.state, inFlight),
        gt(analyses.deadlineAt, now),
        sql`${analyses.runToken} IS NOT DISTINCT FROM ${previousToken}`,
      ),
    )
    .returning({
      ...getTableColumns(analyses),
      previousToken,
      batch: sql<Run['batch']>`(
        SELECT json_build_object('kind', b.kind, 'slices', b.slices, 'statement', b.statement)
        FROM batches b WHERE b.id = analyses.batch_id)`,
    });
  return row && { ...row, runToken };
}

export interface Ending {
  readonly state: Exclude<StoredState, 'queued' | 'running'>;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly changes?: Partial<
    Pick<AnalysisRow, 'facts' | 'timingsMs' | 'urgency' | 'examSlice' | 'exam' | 'origin'>
  > & { readonly patientKnown?: SQL<boolean> | boolean };
}

/** One analysis, in the given run if one is named; or all of a batch. */
export type Which = { readonly id: string; readonly runToken?: string } | { readonly batchId: string };

/**
 * Ends analyses that are still on their way. Once, whoever else tries. With the commit those who wait for
 * them are notified.
 */
export async function markEnded(
  db: Executor,
  which: Which,
  { state, errorCode, errorMessage, changes }: Ending,
  { now, signals }: Pick<AppContext, 'now' | 'signals'>,
): Promise<AnalysisRow[]> {
  const isOne =
    'id' in which
      ? and(
          eq(analyses.id, which.id),
          which.runToken === undefined ? undefined : eq(analyses.runToken, which.runToken),
        )
      : eq(analyses.batchId, which.batchId);
  return db
    .update(analyses)
    .set({
      ...changes,
      state,
      errorCode,
      errorMessage,
      step: '',
      fraction: state === 'completed' ? 1 : 0,
      finishedAt: now(),
    })
    .where(and(isOne, inArray(analyses.state, inFlight)))
    .returning({
      ...getTableColumns(analyses),
      notified: sql`pg_notify(${signals.channel}, ${topicOf('')}::text || analyses.id::text)`,
    });
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

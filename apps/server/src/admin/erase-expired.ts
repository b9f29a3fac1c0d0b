import { and, asc, count, eq, isNotNull, lt, notExists, or } from 'drizzle-orm';
import type { AdminContext } from '../modules/accounts/index.ts';
import { countMadeBefore, isMadeBefore, neededSources } from '../modules/analyses/index.ts';
import { recordAudit } from '../modules/audit/index.ts';
import { analyses, batches, reports, sessions } from '../platform/database/schema.ts';
import { whileNothingIsCopied } from './erasure-lock.ts';
import { blobsOfAnalysis } from './stored-blobs.ts';

const batch = 100;
const command = { address: null, userAgent: 'admin command', requestId: null } as const;

type Tools = Pick<AdminContext, 'config' | 'db' | 'blobs' | 'now'>;

/** Of all organizations where it names none. */
export interface Expiry {
  readonly before: Date;
  readonly organisationId?: string;
  /** Who erases, as the trail names it. */
  readonly by?: string;
}

interface Erased {
  readonly analyses: number;
  readonly reports: number;
  readonly sessions: number;
}

/** What is older than `before` and not under way. */
export async function countExpired(expiry: Expiry, { db }: Pick<AdminContext, 'db'>): Promise<Erased> {
  const of = async (rows: Promise<{ n: number }[]>) => (await rows)[0]?.n ?? 0;
  return {
    analyses: await of(db.select({ n: count() }).from(analyses).where(isMadeBefore(expiry))),
    reports: await countMadeBefore(db, expiry),
    sessions: await of(db.select({ n: count() }).from(sessions).where(hasEnded(expiry.before))),
  };
}

/**
 * Erases analyses made before a moment with their reports and pictures, and sessions that ended before it.
 * Pictures go first: interrupted, a row still names what is left, and the next run finds it.
 * Waits while a backup is made or keys are rotated.
 */
export function eraseExpired(expiry: Expiry, context: Tools): Promise<Erased> {
  return whileNothingIsCopied(context.db, () => erase(expiry, context));
}

async function erase(expiry: Expiry, context: Tools): Promise<Erased> {
  const { before, by = command.userAgent } = expiry;
  const { db } = context;
  const erased = { analyses: 0, reports: 0 };
  for (;;) {
    const rows = await db
      .select({ analysis: analyses, report: reports })
      .from(analyses)
      .leftJoin(reports, eq(reports.analysisId, analyses.id))
      .where(isMadeBefore(expiry))
      .orderBy(asc(analyses.createdAt))
      .limit(batch);
    for (const row of rows) await eraseOne(row, by, context);
    erased.analyses += rows.length;
    erased.reports += rows.filter(({ report }) => report !== null).length;
    if (rows.length < batch) break;
  }
  const ofBatch = db.select({ id: analyses.id }).from(analyses).where(eq(analyses.batchId, batches.id));
  const isOf =
    expiry.organisationId === undefined ? undefined : eq(batches.organisationId, expiry.organisationId);
  await db.delete(batches).where(and(isOf, lt(batches.createdAt, before), notExists(ofBatch)));
  // Sessions are of the installation, not of an organization's reports.
  if (expiry.organisationId !== undefined) return { ...erased, sessions: 0 };
  const gone = await db.delete(sessions).where(hasEnded(before)).returning({ id: sessions.id });
  return { ...erased, sessions: gone.length };
}

interface Row {
  readonly analysis: typeof analyses.$inferSelect;
  readonly report: typeof reports.$inferSelect | null;
}

async function eraseOne({ analysis, report }: Row, agent: string, context: Tools): Promise<void> {
  const isShared = (await neededSources(context.db, [analysis])).size > 0;
  for (const key of await blobsOfAnalysis(context.db, analysis.id))
    if (!(isShared && key === analysis.sourceKey)) await context.blobs.delete(key);
  await context.db.transaction(async (tx) => {
    // Two runs at once: the first erases and records it.
    const isMine = await tx
      .select({ id: analyses.id })
      .from(analyses)
      .where(eq(analyses.id, analysis.id))
      .for('update');
    if (isMine.length === 0) return;
    if (report) await tx.delete(reports).where(eq(reports.id, report.id));
    await tx.delete(analyses).where(eq(analyses.id, analysis.id));
    const by = { userId: null, organisationId: analysis.organisationId };
    const subjectId = report?.id ?? analysis.id;
    await recordAudit(
      tx,
      { action: 'report.erased', by, from: { ...command, userAgent: agent }, subjectId },
      context,
    );
  });
}

function hasEnded(before: Date) {
  const isOver = or(isNotNull(sessions.revokedAt), lt(sessions.expiresAt, before));
  return and(lt(sessions.lastUsedAt, before), isOver);
}

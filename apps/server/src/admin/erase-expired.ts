import { and, asc, count, eq, isNotNull, lt, notExists, notInArray, or } from 'drizzle-orm';
import type { AdminContext } from '../modules/accounts/index.ts';
import { isSourceNeeded } from '../modules/analyses/index.ts';
import { recordAudit } from '../modules/audit/index.ts';
import { analyses, batches, pacsPushes, reports, sessions } from '../platform/database/schema.ts';

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
export async function countExpired(
  { before, organisationId }: Expiry,
  { db }: Pick<AdminContext, 'db'>,
): Promise<Erased> {
  const of = async (rows: Promise<{ n: number }[]>) => (await rows)[0]?.n ?? 0;
  return {
    analyses: await of(db.select({ n: count() }).from(analyses).where(isExpired({ before, organisationId }))),
    reports: await of(
      db
        .select({ n: count() })
        .from(reports)
        .innerJoin(analyses, eq(analyses.id, reports.analysisId))
        .where(isExpired({ before, organisationId })),
    ),
    sessions: await of(db.select({ n: count() }).from(sessions).where(hasEnded(before))),
  };
}

/**
 * Erases analyses made before a moment with their reports and pictures, and sessions that ended before it.
 * Pictures go first: interrupted, a row still names what is left, and the next run finds it.
 */
export async function eraseExpired(expiry: Expiry, context: Tools): Promise<Erased> {
  const { before, by = command.userAgent } = expiry;
  const { db } = context;
  const erased = { analyses: 0, reports: 0 };
  for (;;) {
    const rows = await db
      .select({ analysis: analyses, report: reports })
      .from(analyses)
      .leftJoin(reports, eq(reports.analysisId, analyses.id))
      .where(isExpired(expiry))
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
  const images = { ...analysis.examSlice?.images, ...report?.images };
  const pictures = Object.values(images).filter((key) => typeof key === 'string');
  const documents = report ? await pushedDocuments(report.id, context) : [];
  const source = (await isSourceNeeded(context.db, analysis)) ? [] : [analysis.sourceKey];
  for (const key of [...source, ...pictures, ...documents]) await context.blobs.delete(key);
  await context.db.transaction(async (tx) => {
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

/** Of reports whose way to the archive has not ended. */
async function pushedDocuments(reportId: string, { db }: Tools): Promise<string[]> {
  const { documentKey } = pacsPushes;
  const rows = await db.select({ documentKey }).from(pacsPushes).where(eq(pacsPushes.reportId, reportId));
  return rows.flatMap((row) => row.documentKey ?? []);
}

function isExpired({ before, organisationId }: Pick<Expiry, 'before' | 'organisationId'>) {
  const isOf = organisationId === undefined ? undefined : eq(analyses.organisationId, organisationId);
  return and(isOf, lt(analyses.createdAt, before), notInArray(analyses.state, ['queued', 'running']));
}

function hasEnded(before: Date) {
  const isOver = or(isNotNull(sessions.revokedAt), lt(sessions.expiresAt, before));
  return and(lt(sessions.lastUsedAt, before), isOver);
}

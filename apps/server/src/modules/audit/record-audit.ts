import type { AuditAction } from '@second-read/contract/audit-actions';
import { eq, is, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { ClientInfo } from '../../calls/caller.ts';
import type { AppContext, Executor } from '../../context.ts';
import { auditEvents, auditHeads } from '../../platform/database/schema.ts';
import { chainOfNobody, firstSeal, headSealOf, type SealedPart, sealOf } from './seal.ts';

/** One audit entry. `details` has ids and counts, never patient IDs, names or findings. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome?: 'success' | 'failure';
  /** Commands of an administrator name an organisation and no account. */
  readonly by: { readonly userId: string | null; readonly organisationId: string } | null;
  readonly from: ClientInfo | null;
  readonly subjectId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

type Tools = Pick<AppContext, 'now' | 'config'>;

/**
 * Appends to the chain of the organisation; in a transaction the entry commits with the action it records.
 * The chain is locked until the end of the transaction, so this is its last statement wherever possible.
 */
export function recordAudit(db: Executor, event: AuditEvent, tools: Tools): Promise<void> {
  return recordEach(db, [event], tools);
}

/** The same for several events of one organisation, in their order. */
export async function recordEach(db: Executor, events: readonly AuditEvent[], tools: Tools): Promise<void> {
  const [first, ...others] = events;
  if (!first) return;
  const all = [first, ...others] as const;
  if (is(db, PgTransaction)) await append(db, all, tools);
  else await db.transaction((tx) => append(tx, all, tools));
}

async function append(
  tx: Executor,
  events: readonly [AuditEvent, ...AuditEvent[]],
  { now, config }: Tools,
): Promise<void> {
  const [key] = config.keys;
  const chain = events[0].by?.organisationId ?? chainOfNobody;
  const head = await lockHead(tx, chain);
  let { sequence, seal } = head;
  const rows = events.map((event) => {
    sequence += 1;
    const entry = { ...entryOf(event, now()), chain, sequence, keyId: key.id };
    seal = sealOf(entry, seal, key);
    return { ...entry, seal };
  });
  const insert = tx.insert(auditEvents).values(rows);
  const next = { sequence, seal, keyId: key.id };
  const headSeal = headSealOf({ chain, ...next }, key);
  if (head.sequence === 0) {
    await insert;
    await tx.insert(auditHeads).values({ chain, ...next, headSeal });
    return;
  }
  const written = tx.$with('written').as(insert.returning({ id: auditEvents.id }));
  await tx
    .with(written)
    .update(auditHeads)
    .set({ ...next, headSeal })
    .where(eq(auditHeads.chain, chain));
}

/** A chain without a head is locked by name, so that two first entries are serialized. */
async function lockHead(tx: Executor, chain: string): Promise<{ sequence: number; seal: string }> {
  const find = () => tx.select().from(auditHeads).where(eq(auditHeads.chain, chain)).for('update');
  const [head] = await find();
  if (head) return head;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`audit chain ${chain}`}, 0))`);
  const [made] = await find();
  return made ?? { sequence: 0, seal: firstSeal };
}

function entryOf(event: AuditEvent, at: Date): Omit<SealedPart, 'chain' | 'sequence' | 'keyId'> {
  return {
    at,
    organisationId: event.by?.organisationId ?? null,
    userId: event.by?.userId ?? null,
    action: event.action,
    outcome: event.outcome ?? 'success',
    subjectId: event.subjectId ?? null,
    address: event.from?.address ?? null,
    userAgent: event.from?.userAgent ?? null,
    requestId: event.from?.requestId ?? null,
    details: event.details ?? {},
  };
}

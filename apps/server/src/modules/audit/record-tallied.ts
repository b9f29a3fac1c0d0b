import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { type AuditEvent, recordAudit } from './record-audit.ts';

const windowMs = 3_600_000;
/** Kinds of event, by account, that are counted separately; the rest are counted together. */
const maxTallies = 1_000;
/** Number of addresses that are listed. */
const maxAddresses = 100;

interface Tally {
  readonly event: AuditEvent;
  readonly endsAt: number;
  repeats: number;
  readonly addresses: Set<string>;
}

const talliesOf = new WeakMap<AppContext, Map<string, Tally>>();

/**
 * For events that anybody can cause at will: the first of an hour is recorded at once, the others of its
 * kind and account are counted and recorded as one entry at the end of the hour.
 */
export async function recordTallied(event: AuditEvent, context: AppContext): Promise<void> {
  const tallies = talliesOf.get(context) ?? new Map<string, Tally>();
  talliesOf.set(context, tallies);
  const key = keyOf(event, tallies);
  const now = context.now().getTime();
  const tally = tallies.get(key);
  if (tally && tally.endsAt > now) return count(tally, event);
  tallies.set(key, { event, endsAt: now + windowMs, repeats: 0, addresses: new Set() });
  if (tally) await writeRepeats(tally, context);
  else setTimeout(() => void endOfHour(key, context), windowMs).unref();
  await recordAudit(context.db, event, context);
}

function keyOf({ action, by, details }: AuditEvent, tallies: Map<string, Tally>): string {
  const key = JSON.stringify([action, by?.organisationId, by?.userId, details]);
  return tallies.has(key) || tallies.size < maxTallies ? key : action;
}

function count(tally: Tally, { from }: AuditEvent): void {
  tally.repeats += 1;
  if (from?.address && tally.addresses.size < maxAddresses) tally.addresses.add(from.address);
}

async function endOfHour(key: string, context: AppContext): Promise<void> {
  const tally = talliesOf.get(context)?.get(key);
  talliesOf.get(context)?.delete(key);
  if (!tally || context.pool.ending) return;
  await writeRepeats(tally, context).catch((error: unknown) =>
    context.log.error({ err: loggableError(error) }, 'repeated events could not be put on the trail'),
  );
}

async function writeRepeats({ event, repeats, addresses }: Tally, context: AppContext): Promise<void> {
  if (repeats === 0) return;
  const { subjectId: _one, ...kind } = event;
  const details = { ...event.details, repeats, addresses: addresses.size };
  await recordAudit(context.db, { ...kind, from: null, details }, context);
}

/** Records pending counts at shutdown. */
export async function recordRepeats(context: AppContext): Promise<void> {
  const tallies = [...(talliesOf.get(context)?.values() ?? [])];
  talliesOf.delete(context);
  for (const tally of tallies) await writeRepeats(tally, context);
}

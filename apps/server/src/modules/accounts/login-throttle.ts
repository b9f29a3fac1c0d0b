import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { eq, lte, sql } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { Problem } from '../../http/problem.ts';
import { loginAttempts } from '../../platform/database/schema.ts';

const windowMs = 15 * 60_000;
/** Wrong passwords for one account from one address: whoever is elsewhere is not locked out by them. */
const perAccountAndAddress = 5;
/** Wrong passwords from one address over all accounts: against trying one password on many. */
const perAddress = 100;

export interface ThrottleKeys {
  readonly pair: string;
  readonly address: string;
}

/** What is counted is kept as keyed digests: people type passwords where their name belongs. */
export function throttleKeys(
  identifier: string,
  address: string | null,
  { config }: AppContext,
): ThrottleKeys {
  const network = networkOf(address ?? 'unknown');
  const digest = (text: string) =>
    createHmac('sha256', config.tokens.jwtSecret).update(`login attempts\n${text}`).digest('base64url');
  return { pair: digest(`${identifier.toLowerCase()}\n${network}`), address: digest(network) };
}

/**
 * Counts an attempt before its password is looked at, so that parallel guesses cannot slip through
 * together. Throws `too_many_requests` beyond the limits.
 */
export async function countAttempt(keys: ThrottleKeys, context: AppContext): Promise<void> {
  const pair = await increment(keys.pair, context);
  const address = await increment(keys.address, context);
  const over =
    pair.failures > perAccountAndAddress ? pair : address.failures > perAddress ? address : undefined;
  if (!over) return;
  throw new Problem('too_many_requests', 'Too many failed sign-ins. Please wait and try again.', {
    retryAfterSeconds: (over.windowEndsAt.getTime() - context.now().getTime()) / 1000,
  });
}

/** A right password: the attempt was no failure, and earlier slips of this account are forgiven. */
export async function forgiveAttempts(keys: ThrottleKeys, { db, now }: AppContext): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.key, keys.pair));
  await db
    .update(loginAttempts)
    .set({ failures: sql`greatest(${loginAttempts.failures} - 1, 0)` })
    .where(eq(loginAttempts.key, keys.address));
  await db.delete(loginAttempts).where(lte(loginAttempts.windowEndsAt, now()));
}

async function increment(key: string, { db, now }: AppContext) {
  const at = now();
  const windowEndsAt = new Date(at.getTime() + windowMs);
  const isOver = sql`${loginAttempts.windowEndsAt} <= ${at.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(loginAttempts)
    .values({ key, failures: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: {
        failures: sql`CASE WHEN ${isOver} THEN 1 ELSE ${loginAttempts.failures} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver} THEN excluded.window_ends_at ELSE ${loginAttempts.windowEndsAt} END`,
      },
    })
    .returning();
  return row ?? { failures: 1, windowEndsAt };
}

/** An IPv6 customer has a whole /64; IPv4 addresses written as IPv6 count as what they are. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { loginAttempts } from '../../../platform/database/schema.ts';

const windowMs = 15 * 60_000;
/** Wrong passwords for one account from one address: does not lock out others. */
const perAccountAndAddress = 5;
/** Wrong passwords from one address over all accounts: against password spraying. */
const perAddress = 100;
/**
 * Wrong codes of one account from anywhere: the sender has its password, and a million codes are quickly
 * tried.
 */
const codesPerAccount = 10;
const codeWindowMs = 3_600_000;
/** An address with a sign-in within this time is exempt from `perAddress`. */
const trustedForMs = 7 * 86_400_000;

export interface ThrottleKeys {
  readonly pair: string;
  readonly address: string;
  /** Marks an address that people sign in from. */
  readonly trusted: string;
}

/**
 * Counters are stored under keyed digests, since people type passwords into the name field. `account` is
 * the id of the account, so that name and e-mail address count as one, or the typed text if there is none.
 */
export function throttleKeys(
  account: string,
  address: string | null,
  { config }: Pick<AppContext, 'config'>,
): ThrottleKeys {
  const network = networkOf(address ?? 'unknown');
  return {
    pair: digest(`${account.toLowerCase()}\n${network}`, config),
    address: digest(network, config),
    trusted: digest(`trusted\n${network}`, config),
  };
}

function digest(text: string, config: AppContext['config']): string {
  return createHmac('sha256', config.tokens.jwtSecret).update(`login attempts\n${text}`).digest('base64url');
}

/**
 * Counts an attempt before its password is checked, so that parallel guesses cannot bypass the limit.
 * Throws `too_many_requests` beyond the limits. An address with recent sign-ins is not locked as a whole,
 * else anybody behind it could lock out its site with invented names.
 */
export async function countAttempt(keys: ThrottleKeys, context: AppContext): Promise<void> {
  const pair = await increment(keys.pair, windowMs, context);
  const address = await increment(keys.address, windowMs, context);
  if (pair.failures > perAccountAndAddress) throw tooMany(pair, context);
  if (address.failures > perAddress && !(await isTrusted(keys, context))) throw tooMany(address, context);
}

/** Counts a code before it is checked, by account alone. Throws `too_many_requests` beyond the limit. */
export async function countCode(userId: string, context: AppContext): Promise<void> {
  const counted = await increment(codeKey(userId, context), codeWindowMs, context);
  if (counted.failures > codesPerAccount) throw tooMany(counted, context);
}

export async function forgiveCodes(userId: string, context: AppContext): Promise<void> {
  await context.db.delete(loginAttempts).where(eq(loginAttempts.key, codeKey(userId, context)));
}

const codeKey = (userId: string, { config }: Pick<AppContext, 'config'>) =>
  digest(`codes\n${userId}`, config);

function tooMany({ windowEndsAt }: { windowEndsAt: Date }, { now }: Pick<AppContext, 'now'>): Problem {
  return new Problem('too_many_requests', 'Too many failed sign-ins. Please wait and try again.', {
    retryAfterSeconds: (windowEndsAt.getTime() - now().getTime()) / 1000,
  });
}

/** A correct password: clears this account's failures. */
export async function forgiveAttempts(
  keys: ThrottleKeys,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.key, keys.pair));
  await db
    .update(loginAttempts)
    .set({ failures: sql`greatest(${loginAttempts.failures} - 1, 0)` })
    .where(eq(loginAttempts.key, keys.address));
  await db.delete(loginAttempts).where(lte(loginAttempts.windowEndsAt, now()));
}

/** A sign-in by a personal account: from now on the address is not locked as a whole. */
export async function trustAddress(
  { trusted: key }: ThrottleKeys,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  const windowEndsAt = new Date(now().getTime() + trustedForMs);
  const row = { key, failures: 0, windowEndsAt };
  await db.insert(loginAttempts).values(row).onConflictDoUpdate({ target: loginAttempts.key, set: row });
}

async function isTrusted(
  { trusted }: ThrottleKeys,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<boolean> {
  const rows = await db
    .select({ key: loginAttempts.key })
    .from(loginAttempts)
    .where(and(eq(loginAttempts.key, trusted), gt(loginAttempts.windowEndsAt, now())));
  return rows.length > 0;
}

async function increment(key: string, lengthMs: number, { db, now }: Pick<AppContext, 'db' | 'now'>) {
  const at = now();
  const windowEndsAt = new Date(at.getTime() + lengthMs);
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

/**
 * The network counted as one address: an IPv6 customer has a whole /64; IPv4-mapped addresses count as IPv4.
 */
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

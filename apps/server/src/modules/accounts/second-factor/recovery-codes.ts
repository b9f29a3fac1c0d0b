import { randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { AppContext, Executor } from '../../../context.ts';
import { users } from '../../../platform/database/schema.ts';
import { hashPassword, isPassword } from '../passwords/passwords.ts';

type User = typeof users.$inferSelect;

const count = 10;
/** Digits, for a phone's number pad; twelve of them (40 bits) behind a password hash and a throttle. */
const digits = 12;

/** Replaces the codes of an account; earlier ones become invalid. Shown once, stored as hashes. */
export async function makeRecoveryCodes(db: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  const recoveryCodes = await Promise.all(codes.map((code) => hashPassword(plain(code))));
  await db.update(users).set({ recoveryCodes }).where(eq(users.id, userId));
  return codes;
}

/** Whether this is an unused code of the account; if so it is consumed. */
export async function takeRecoveryCode(code: string, user: User, { db }: AppContext): Promise<boolean> {
  if (plain(code).length !== digits) return false;
  for (const hash of user.recoveryCodes ?? []) {
    if (!(await isPassword(plain(code), hash))) continue;
    const taken = await db
      .update(users)
      .set({ recoveryCodes: sql`array_remove(${users.recoveryCodes}, ${hash})` })
      .where(and(eq(users.id, user.id), sql`${hash} = ANY(${users.recoveryCodes})`))
      .returning({ id: users.id });
    return taken.length === 1;
  }
  return false;
}

function makeCode(): string {
  const group = () => String(randomInt(10_000)).padStart(4, '0');
  return `${group()} ${group()} ${group()}`;
}

/** Normalizes what was typed. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}

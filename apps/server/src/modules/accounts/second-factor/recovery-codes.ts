import { randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { users } from '../../../platform/database/schema.ts';
import { hashPassword, isPassword } from '../passwords/passwords.ts';

type User = typeof users.$inferSelect;

const count = 10;
/** Digits, for a phone's number pad; twelve of them (40 bits) behind a password hash and a throttle. */
const digits = 12;

/** Codes to show once, and their hashes to store. Hashing takes long: not within a transaction. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: count }, makeCode);
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(plain(code)))) };
}

/** The hash of this code among those of the account; undefined where it is none of them. */
export async function findRecoveryCode(code: string, user: User): Promise<string | undefined> {
  if (plain(code).length !== digits) return undefined;
  for (const hash of user.recoveryCodes ?? []) if (await isPassword(plain(code), hash)) return hash;
  return undefined;
}

/** Consumes a code; false where another call was first. */
export async function takeRecoveryCode(tx: Executor, user: User, hash: string): Promise<boolean> {
  const taken = await tx
    .update(users)
    .set({ recoveryCodes: sql`array_remove(${users.recoveryCodes}, ${hash})` })
    .where(and(eq(users.id, user.id), sql`${hash} = ANY(${users.recoveryCodes})`))
    .returning({ id: users.id });
  return taken.length === 1;
}

function makeCode(): string {
  const group = () => String(randomInt(10_000)).padStart(4, '0');
  return `${group()} ${group()} ${group()}`;
}

/** Normalizes what was typed. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}

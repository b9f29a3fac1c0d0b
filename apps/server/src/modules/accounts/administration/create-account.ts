import type { Role } from '@second-read/core/roles/rights';
import { and, eq, ne } from 'drizzle-orm';
import type { AppContext, Executor } from '../../../context.ts';
import { organisations, users } from '../../../platform/database/schema.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { hashPassword } from '../passwords/passwords.ts';

/** The organisation with this name, made if it is missing. */
export async function ensureOrganisation(
  organisation: { name: string; isDemo: boolean },
  { db, now }: { db: Executor; now: () => Date },
): Promise<{ id: string; isNew: boolean }> {
  const id = uuidV7(now());
  const made = await db
    .insert(organisations)
    .values({ id, ...organisation })
    .onConflictDoNothing()
    .returning({ id: organisations.id });
  const [row] = await db.select().from(organisations).where(eq(organisations.name, organisation.name));
  return { id: row?.id ?? id, isNew: made.length > 0 };
}

interface NewAccount {
  readonly organisationId: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
  readonly role?: Role;
}

/** What the account may do. */
export async function giveRole(id: string, role: Role, { db }: Pick<AppContext, 'db'>): Promise<void> {
  await db
    .update(users)
    .set({ role })
    .where(and(eq(users.id, id), ne(users.role, role)));
}

/** The id of the account with this user name, made if it is missing; an existing one keeps its password. */
export async function ensureAccount(
  account: NewAccount,
  { db, now }: { db: Executor; now: () => Date },
): Promise<string> {
  const username = account.username.toLowerCase();
  const find = () => db.select({ id: users.id }).from(users).where(eq(users.username, username));
  const [existing] = await find();
  if (existing) return existing.id;
  const { organisationId, fullName, role = 'reader' } = account;
  const passwordHash = await hashPassword(account.password);
  const id = uuidV7(now());
  await db
    .insert(users)
    .values({
      id,
      organisationId,
      username,
      email: account.email.toLowerCase(),
      fullName,
      passwordHash,
      role,
    })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('the e-mail address of a new account is taken');
  return made.id;
}

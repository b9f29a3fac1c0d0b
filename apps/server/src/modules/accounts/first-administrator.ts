import { createHmac, timingSafeEqual } from 'node:crypto';
import { loginReply } from '@second-read/contract/accounts';
import { firstAdministratorRequest } from '@second-read/contract/administration';
import { and, eq, or, sql } from 'drizzle-orm';
import { type App, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext, Executor } from '../../context.ts';
import { organisations, users } from '../../platform/database/schema.ts';
import { recordAudit } from '../audit/index.ts';
import { findAccount } from './accounts.repository.ts';
import { ensureAccount, ensureOrganisation } from './administration/create-account.ts';
import { weaknessOf } from './passwords/password-rules.ts';
import { openSession } from './sign-in/login.ts';

/**
 * `POST /api/setup/`: an organization and its administrator, of whoever has the link that the server prints
 * at its start, as long as there is no account besides the demo's.
 */
export function firstAdministrator(app: App, context: AppContext): void {
  app.post(
    '/api/setup/',
    {
      config: { access: 'public' },
      schema: {
        tags: ['accounts'],
        summary: 'The first administrator, with the link that the server prints at its start',
        security: [],
        body: firstAdministratorRequest,
        response: { 200: loginReply },
      },
    },
    async (request) => {
      const { token, password, organization, full_name: fullName, ...names } = request.body;
      if (!isToken(token, context)) throw closed();
      const weakness = await weaknessOf(password, names);
      if (weakness) throw new Problem('password_rejected', weakness);
      const from = clientOf(request);
      await context.db.transaction(async (tx) => {
        if (!(await needsSetup(tx, 'lock'))) throw closed();
        await requireFree(tx, { ...names, organization });
        const { id: organisationId, isNew } = await ensureOrganisation(
          { name: organization, isDemo: false },
          { db: tx, now: context.now },
        );
        const account = { ...names, fullName, password, organisationId, role: 'administrator' } as const;
        const id = await ensureAccount(account, { ...context, db: tx });
        const by = { userId: id, organisationId };
        if (isNew)
          await recordAudit(
            tx,
            { action: 'organisation.created', by, from, subjectId: organisationId },
            context,
          );
        const details = { username: names.username.toLowerCase(), role: account.role };
        await recordAudit(tx, { action: 'account.created', by, from, subjectId: id, details }, context);
      });
      const account = await findAccount(context.db, names);
      if (!account) throw closed();
      return openSession(account, from, context);
    },
  );
}

/** Where the first administrator is made: an address for the browser; null once there is one. */
export async function setupLink(origin: string, context: AppContext): Promise<string | null> {
  return (await needsSetup(context.db)) ? `${origin}/setup#${tokenOf(context)}` : null;
}

/** Whether there is no account besides those of the demo. */
async function needsSetup(db: Executor, lock?: 'lock'): Promise<boolean> {
  if (lock) await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))`);
  const accounts = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .where(eq(organisations.isDemo, false))
    .limit(1);
  return accounts.length === 0;
}

/** An account of the demo would stay what it is, and in its organization all that is real would be shared. */
async function requireFree(
  tx: Executor,
  { username, email, organization }: { username: string; email: string; organization: string },
): Promise<void> {
  const isTaken = or(eq(users.username, username.toLowerCase()), eq(users.email, email.toLowerCase()));
  if ((await tx.select({ id: users.id }).from(users).where(isTaken).limit(1)).length > 0)
    throw new Problem('invalid_request', 'This user name or e-mail address cannot be used.');
  const ofDemo = and(eq(organisations.name, organization), eq(organisations.isDemo, true));
  if ((await tx.select({ id: organisations.id }).from(organisations).where(ofDemo)).length > 0)
    throw new Problem('invalid_request', 'The demo has an organization of this name. Enter another one.');
}

/** The same at each start and in each process, so that no row has to keep it. */
function tokenOf({ config }: Pick<AppContext, 'config'>): string {
  return createHmac('sha256', config.tokens.jwtSecret).update('first administrator').digest('base64url');
}

function isToken(given: string, context: AppContext): boolean {
  const [own, other] = [Buffer.from(tokenOf(context)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

const closed = () =>
  new Problem('forbidden', 'This link is not valid, or the first administrator exists already.');

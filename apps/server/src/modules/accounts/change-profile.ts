import { profileReply, profileRequest } from '@second-read/contract/accounts';
import { eq } from 'drizzle-orm';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { users } from '../../platform/database/schema.ts';
import { recordAudit } from '../audit/index.ts';
import { presentUser } from './present-user.ts';
import { checkedAccount, refuseShared, signInLimit } from './sign-in/login.ts';

/**
 * POST /api/accounts/profile/: the caller's own name and e-mail address. Requires the password, since the
 * e-mail address may be used to reset it.
 */
export function changeProfile(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/profile/',
    {
      config: { ...signInLimit(context) },
      schema: { tags: ['accounts'], body: profileRequest, response: { 200: profileReply } },
    },
    async (request) => {
      const caller = callerOf(request);
      const from = clientOf(request);
      const { full_name: fullName, email: typed, password, code } = request.body;
      const credentials = { username: caller.username, password, ...(code !== undefined && { code }) };
      refuseShared(await checkedAccount(credentials, from, context));
      const next = { fullName, email: typed.toLowerCase() };
      const changed = (
        [
          ['name', 'fullName'],
          ['email', 'email'],
        ] as const
      )
        .filter(([, field]) => next[field] !== caller[field])
        .map(([name]) => name);
      if (changed.length > 0) await keep(caller, next, context, { from, details: { changed } });
      return { user: presentUser({ ...caller, ...next }) };
    },
  );
}

/** The audit trail records which fields changed, not their values. */
async function keep(
  caller: Caller,
  next: { readonly fullName: string; readonly email: string },
  context: AppContext,
  event: Pick<Parameters<typeof recordAudit>[1], 'from' | 'details'>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, next.email));
    if (taken && taken.id !== caller.userId)
      throw new Problem('invalid_request', 'This email address cannot be used.');
    await tx.update(users).set(next).where(eq(users.id, caller.userId));
    const action = 'account.profile_changed';
    await recordAudit(tx, { action, by: caller, subjectId: caller.userId, ...event }, context);
  });
}

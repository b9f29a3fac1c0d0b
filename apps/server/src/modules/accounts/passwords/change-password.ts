import { loginReply, passwordChangeRequest } from '@second-read/contract/accounts';
import { and, eq } from 'drizzle-orm';
import { type App, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { users } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { endSessions } from '../administration/administer.ts';
import { checkedAccount, openSession, refuseShared, requireSetup, signInLimit } from '../sign-in/login.ts';
import { weaknessOf } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';

/**
 * POST /api/accounts/password/: exchanges the current password, permanent or one-time, for a new one. Ends
 * every session of the account and opens a new one.
 */
export function changePassword(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/password/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: {
        tags: ['accounts'],
        security: [],
        body: passwordChangeRequest,
        response: { 200: loginReply },
      },
    },
    async (request) => {
      const from = clientOf(request);
      const { new_password: password, ...credentials } = request.body;
      const account = await checkedAccount(credentials, from, context, { takesOneTime: true });
      const { user, organisation } = account;
      refuseShared(account);
      const weakness = (await isPassword(password, user.passwordHash))
        ? 'Choose another password than the present one.'
        : await weaknessOf(password, user);
      if (weakness) throw new Problem('password_rejected', weakness);
      const passwordHash = await hashPassword(password);
      await context.db.transaction(async (tx) => {
        // Of two concurrent calls the second finds a changed hash.
        const changed = await tx
          .update(users)
          .set({ passwordHash, passwordEndsAt: null })
          .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
          .returning({ id: users.id });
        if (changed.length === 0)
          throw new Problem('invalid_credentials', 'The password was changed meanwhile.');
        await endSessions(tx, user.id, 'password', context);
        const by = { userId: user.id, organisationId: organisation.id };
        await recordAudit(tx, { action: 'account.password_changed', by, from, subjectId: user.id }, context);
      });
      requireSetup(account);
      return openSession(account, from, context);
    },
  );
}

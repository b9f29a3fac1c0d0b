import {
  recoveryCodesReply,
  recoveryCodesRequest,
  totpConfirmReply,
  totpConfirmRequest,
  totpRemoveRequest,
  totpReply,
  totpSetupReply,
  totpSetupRequest,
} from '@second-read/contract/accounts';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { sealText } from '../../../platform/crypto/sealed-text.ts';
import { organisations, users } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { checkedAccount, openSession, refuseShared, refuseShortCode, signInLimit } from '../sign-in/login.ts';
import { noSecondFactor, openSecret, placeOf, takeCode, wrongCode } from './check-code.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { makeTotpSecret, totpUri } from './totp.ts';

type User = typeof users.$inferSelect;

/**
 * POST /api/accounts/totp/ gives a secret for an authenticator app, POST /api/accounts/totp/confirm/ takes
 * its first code, signs in and gives recovery codes; POST /api/accounts/totp/remove/ takes a code and removes
 * it, where the organisation does not ask for one. All want the password: who must have a second factor
 * cannot sign in without.
 */
export function secondFactor(app: App, context: AppContext): void {
  const common = { tags: ['accounts'], security: [] };
  app.post(
    '/api/accounts/totp/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: { ...common, body: totpSetupRequest, response: { 200: totpSetupReply } },
    },
    async (request) => {
      const account = await checkedAccount(request.body, clientOf(request), context);
      const { user } = account;
      refuseShared(account);
      refuseSecond(user);
      const secret = makeTotpSecret();
      await context.db
        .update(users)
        .set({ ...sealed(secret, user, context), totpLastStep: null })
        .where(and(eq(users.id, user.id), isNull(users.totpConfirmedAt)));
      return { secret, uri: totpUri(secret, { issuer: context.config.productName, account: user.username }) };
    },
  );
  app.post(
    '/api/accounts/totp/confirm/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: { ...common, body: totpConfirmRequest, response: { 200: totpConfirmReply } },
    },
    async (request) => {
      const from = clientOf(request);
      const { code, ...credentials } = request.body;
      refuseShortCode(code);
      const account = await checkedAccount(credentials, from, context);
      refuseSecond(account.user);
      const { user, organisation } = account;
      const by = { userId: user.id, organisationId: organisation.id };
      const event = { action: 'account.totp_added', by, from, subjectId: user.id } as const;
      const fresh = await makeRecoveryCodes();
      return context.db.transaction(async (tx) => {
        if (!(await takeCode(code, user, context, tx))) throw wrongCode();
        const confirmed = await tx
          .update(users)
          .set({ totpConfirmedAt: context.now(), recoveryCodes: fresh.hashes })
          .where(and(eq(users.id, user.id), isNull(users.totpConfirmedAt)))
          .returning({ id: users.id });
        if (confirmed.length === 0) throw hasSecond();
        const opened = await openSession(account, from, context, tx);
        await recordAudit(tx, event, context);
        return { ...opened, recovery_codes: fresh.codes };
      });
    },
  );
  renewal(app, context);
  removal(app, context);
  state(app, context);
}

/** POST /api/accounts/totp/recovery/: takes both factors and gives new recovery codes. */
function renewal(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/totp/recovery/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: {
        tags: ['accounts'],
        security: [],
        body: recoveryCodesRequest,
        response: { 200: recoveryCodesReply },
      },
    },
    async (request) => {
      const from = clientOf(request);
      const { user, organisation } = await checkedAccount(request.body, from, context);
      if (!user.totpConfirmedAt) throw new Problem('forbidden', 'This account has no second factor.');
      const by = { userId: user.id, organisationId: organisation.id };
      const event = { action: 'account.recovery_codes_made', by, from, subjectId: user.id } as const;
      const { codes, hashes } = await makeRecoveryCodes();
      return context.db.transaction(async (tx) => {
        await tx.update(users).set({ recoveryCodes: hashes }).where(eq(users.id, user.id));
        await recordAudit(tx, event, context);
        return { recovery_codes: codes };
      });
    },
  );
}

function removal(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/totp/remove/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: {
        tags: ['accounts'],
        security: [],
        body: totpRemoveRequest,
        response: { 200: totpReply },
      },
    },
    async (request) => {
      const from = clientOf(request);
      const { user, organisation } = await checkedAccount(request.body, from, context);
      if (organisation.requiresTotp)
        throw new Problem('forbidden', 'Your organization requires a second factor.');
      const by = { userId: user.id, organisationId: organisation.id };
      await context.db.transaction(async (tx) => {
        await tx.update(users).set(noSecondFactor).where(eq(users.id, user.id));
        if (user.totpConfirmedAt)
          await recordAudit(tx, { action: 'account.totp_removed', by, from, subjectId: user.id }, context);
      });
      return { is_set_up: false, is_required: false };
    },
  );
}

/** GET /api/accounts/totp/: whether the caller has one, and whether it is required. */
function state(app: App, { db }: Pick<AppContext, 'db'>): void {
  app.get(
    '/api/accounts/totp/',
    { schema: { tags: ['accounts'], response: { 200: totpReply } } },
    async (request) => {
      const [row] = await db
        .select({
          at: users.totpConfirmedAt,
          codes: users.recoveryCodes,
          isRequired: organisations.requiresTotp,
        })
        .from(users)
        .innerJoin(organisations, eq(organisations.id, users.organisationId))
        .where(eq(users.id, callerOf(request).userId));
      return {
        is_set_up: Boolean(row?.at),
        is_required: row?.isRequired ?? false,
        recovery_codes_left: row?.codes?.length ?? 0,
      };
    },
  );
}

function sealed(secret: string, user: User, { config }: Pick<AppContext, 'config'>) {
  const [key] = config.keys;
  return { totpSecret: sealText(secret, placeOf(user), key), totpKey: key.id };
}

function refuseSecond({ totpConfirmedAt }: User): void {
  if (totpConfirmedAt) throw hasSecond();
}

const hasSecond = () =>
  new Problem('forbidden', 'This account has a second factor. An administrator can remove it.');

/** Seals the secrets of all second factors under the first key of the ring. */
export async function resealSecondFactors(context: Pick<AppContext, 'config' | 'db'>): Promise<number> {
  const { config, db } = context;
  const rows = await db.select().from(users).where(ne(users.totpKey, config.keys[0].id));
  for (const user of rows) {
    const secret = openSecret(user, config.keys);
    if (secret === undefined) continue;
    const isSame = and(eq(users.id, user.id), eq(users.totpSecret, user.totpSecret ?? ''));
    await db
      .update(users)
      .set(sealed(secret, user, context))
      .where(isSame);
  }
  return rows.length;
}

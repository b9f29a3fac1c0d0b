import { type LoginRequest, loginReply, loginRequest } from '@second-read/contract/accounts';
import { type App, type ClientInfo, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext, Executor } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { recordAudit, recordTallied } from '../../audit/index.ts';
import { findAccount } from '../accounts.repository.ts';
import { isSandbox, isSandboxClosed } from '../closed-sandbox.ts';
import { isPassword } from '../passwords/passwords.ts';
import { presentUser } from '../present-user.ts';
import { takeCode, wrongCode } from '../second-factor/check-code.ts';
import { findRecoveryCode, takeRecoveryCode } from '../second-factor/recovery-codes.ts';
import { signAccessToken } from './access-token.ts';
import {
  countAttempt,
  countCode,
  forgiveAttempts,
  forgiveCodes,
  throttleKeys,
  trustAddress,
} from './login-throttle.ts';
import { makeRefreshToken } from './refresh-token.ts';
import { insertSession } from './sessions.repository.ts';

/** POST /api/accounts/login/ */
export function login(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/login/',
    {
      config: { access: 'public', ...signInLimit(context) },
      schema: { tags: ['accounts'], security: [], body: loginRequest, response: { 200: loginReply } },
    },
    async (request) => {
      const origin = clientOf(request);
      const account = await checkedAccount(request.body, origin, context);
      requireSetup(account);
      return openSession(account, origin, context);
    },
  );
}

/** Rate limit of routes that check a password: a twentieth of the general one. */
export function signInLimit({ config }: Pick<AppContext, 'config'>) {
  const max = Math.ceil(config.limits.requestsPerMinute / 20);
  return max > 0 ? { rateLimit: { max, timeWindow: '1 minute' } } : {};
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * Known and unknown accounts take the same steps, so that timing does not reveal which exist. A one-time
 * password is answered with `password_change_required` before a code is consumed; it is valid only for
 * `takesOneTime`, the exchange for a permanent password.
 */
export async function checkedAccount(
  credentials: LoginRequest,
  from: ClientInfo,
  context: AppContext,
  { takesOneTime = false } = {},
): Promise<Account> {
  refuseShortCode(credentials.code);
  const { db } = context;
  const identifier = 'email' in credentials ? credentials.email : credentials.username;
  const account = await findAccount(db, credentials);
  const keys = throttleKeys(account?.user.id ?? identifier, from.address, context);
  await throttled(() => countAttempt(keys, context), from, context);
  const isActive = account !== undefined && isOpen(account, context);
  if (!(await isPassword(credentials.password, account?.user.passwordHash)) || !account || !isActive) {
    const by = account ? { userId: account.user.id, organisationId: account.organisation.id } : null;
    await recordAudit(db, { action: 'session.refused', outcome: 'failure', by, from }, context);
    throw new Problem('invalid_credentials', 'Incorrect email, username or password.');
  }
  if (!takesOneTime && account.user.passwordEndsAt)
    throw new Problem('password_change_required', 'Please choose a new password.');
  if (account.user.totpConfirmedAt) await checkCode(account, credentials.code, from, context);
  await forgiveAttempts(keys, context);
  if (!account.organisation.isDemo) await trustAddress(keys, context);
  return account;
}

/** App codes have six digits. A shorter one is not counted, and the message says what is missing. */
export function refuseShortCode(code: string | undefined): void {
  const length = code?.replace(/[\s-]/g, '').length ?? minCodeLength;
  if (length >= minCodeLength) return;
  const message = 'The code is too short: an app shows six digits, a recovery code has twelve characters.';
  throw new Problem('invalid_code', message);
}

const minCodeLength = 6;

async function throttled(count: () => Promise<void>, from: ClientInfo, context: AppContext): Promise<void> {
  try {
    await count();
  } catch (error) {
    await recordTallied({ action: 'session.throttled', outcome: 'failure', by: null, from }, context);
    throw error;
  }
}

/**
 * A wrong code counts like a wrong password, and for its account from anywhere; a missing one clears nothing.
 */
async function checkCode(account: Account, code: string | undefined, from: ClientInfo, context: AppContext) {
  if (code === undefined) throw new Problem('code_required', 'Enter the code of your authenticator app.');
  const { user, organisation } = account;
  await throttled(() => countCode(user.id, context), from, context);
  const by = { userId: user.id, organisationId: organisation.id };
  if (await takeCode(code, user, context, context.db)) return forgiveCodes(user.id, context);
  const hash = await findRecoveryCode(code, user);
  const isTaken =
    hash !== undefined &&
    (await context.db.transaction(async (tx) => {
      if (!(await takeRecoveryCode(tx, user, hash))) return false;
      await recordAudit(tx, { action: 'account.recovery_code_used', by, from }, context);
      return true;
    }));
  if (isTaken) return forgiveCodes(user.id, context);
  const event = { action: 'session.refused', outcome: 'failure', by, from } as const;
  await recordAudit(context.db, { ...event, details: { factor: 'code' } }, context);
  throw wrongCode();
}

/** Throws for the shared demo account: no visitor may lock out the others. */
export function refuseShared({ organisation }: Account): void {
  if (organisation.isDemo)
    throw new Problem('forbidden', 'The demo account is shared: it cannot be changed.');
}

/** Throws if the organization requires a second factor that the account does not have yet. */
export function requireSetup({ user, organisation }: Account): void {
  if (organisation.requiresTotp && user.totpConfirmedAt === null) {
    throw new Problem('code_setup_required', 'Your organization requires a second factor. Please set it up.');
  }
}

function isOpen({ user, organisation }: Account, context: AppContext): boolean {
  const isOver = user.passwordEndsAt !== null && user.passwordEndsAt.getTime() <= context.now().getTime();
  const isDisabled = user.disabledAt !== null || organisation.disabledAt !== null;
  return !isDisabled && !isOver && !isSandboxClosed(organisation, context);
}

/** For an account that passed all its factors; within the caller's transaction where there is one. */
export async function openSession(
  { user, organisation }: Account,
  from: ClientInfo,
  context: AppContext,
  db: Executor = context.db,
) {
  const { config, now } = context;
  const at = now();
  const sessionId = uuidV7(at);
  const by = { userId: user.id, organisationId: organisation.id };
  const expiresAt = new Date(at.getTime() + config.tokens.refreshDays * 86_400_000);
  await db.transaction(async (tx) => {
    const { address, userAgent } = from;
    const times = { createdAt: at, lastUsedAt: at, expiresAt };
    await insertSession(tx, { id: sessionId, userId: user.id, address, userAgent, ...times });
    await recordAudit(tx, { action: 'session.opened', by, from, subjectId: sessionId }, context);
  });
  return {
    access: await signAccessToken({ userId: user.id, sessionId }, context),
    refresh: makeRefreshToken({ sessionId, generation: 0 }, config.tokens.jwtSecret),
    user: presentUser({
      ...by,
      username: user.username,
      email: user.email,
      fullName: user.fullName,
      organisationName: organisation.name,
      isDemo: isSandbox(organisation, context),
      role: user.role,
    }),
  };
}

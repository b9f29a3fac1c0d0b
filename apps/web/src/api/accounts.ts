import {
  dashboardReply,
  type LoginReply,
  loginReply,
  type TotpSetupReply,
  totpSetupReply,
} from '@second-read/contract/accounts';
import { trialCountsReply } from '@second-read/contract/trials';
import { request } from './client.ts';
import { startSession } from './session.ts';

/** An identifier containing an at-sign is sent as `email`. */
function credentialsOf(identifier: string, password: string) {
  const name = identifier.trim();
  return name.includes('@') ? { email: name, password } : { username: name, password };
}

export interface SignIn {
  readonly identifier: string;
  readonly password: string;
  /** Of an authenticator app, where the server asked for it. */
  readonly code?: string | undefined;
  /** In place of a one-time password. */
  readonly newPassword?: string | undefined;
  /** The code is the first of a second factor that was just set up. */
  readonly isSetup?: boolean | undefined;
}

/** Signs in and stores the session. */
export async function signIn({
  identifier,
  password,
  code,
  newPassword,
  isSetup,
}: SignIn): Promise<LoginReply> {
  const json = {
    ...credentialsOf(identifier, password),
    ...(code && { code }),
    ...(newPassword && { new_password: newPassword }),
  };
  const route = newPassword ? 'password' : isSetup ? 'totp/confirm' : 'login';
  const reply = await request(`/api/accounts/${route}/`, { method: 'POST', json, schema: loginReply });
  startSession(reply);
  return reply;
}

/** A secret for an authenticator app; its first code signs in. */
export function setUpSecondFactor(identifier: string, password: string): Promise<TotpSetupReply> {
  const json = credentialsOf(identifier, password);
  return request('/api/accounts/totp/', { method: 'POST', json, schema: totpSetupReply });
}

/** Remaining analyses per service. */
export function fetchTrialCounts(signal?: AbortSignal) {
  return request('/api/trials/count/', { schema: trialCountsReply, ...(signal && { signal }) });
}

/** The user, and how much of each limit is used. */
export function fetchDashboard(signal?: AbortSignal) {
  return request('/api/accounts/dashboard/', { schema: dashboardReply, ...(signal && { signal }) });
}

import {
  dashboardReply,
  loginReply,
  profileReply,
  type ReadKeyReply,
  type ReadKeysReply,
  readKeyReply,
  readKeysReply,
  recoveryCodesReply,
  type SessionsReply,
  sessionsReply,
  type TotpConfirmReply,
  type TotpReply,
  type TotpSetupReply,
  totpConfirmReply,
  totpReply,
  totpSetupReply,
} from '@second-read/contract/accounts';
import type { FirstAdministratorRequest } from '@second-read/contract/administration';
import { trialCountsReply } from '@second-read/contract/trials';
import { z } from 'zod';
import { request } from '../calls/client.ts';
import { getSession, renewUser, startSession } from './session.ts';
import { endOnServer } from './sign-out.ts';

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
  /** Replaces a one-time password. */
  readonly newPassword?: string | undefined;
  /** Whether the code is the first of a new second factor. */
  readonly isSetup?: boolean | undefined;
}

/**
 * Signs in and stores the session, except with recovery codes, which must be shown first (`startSession`).
 */
export async function signIn({
  identifier,
  password,
  code,
  newPassword,
  isSetup,
}: SignIn): Promise<TotpConfirmReply> {
  const json = {
    ...credentialsOf(identifier, password),
    ...(code && { code }),
    ...(newPassword && { new_password: newPassword }),
  };
  const route = newPassword ? 'password' : isSetup ? 'totp/confirm' : 'login';
  const reply = await request(`/api/accounts/${route}/`, { method: 'POST', json, schema: totpConfirmReply });
  if (reply.recovery_codes === undefined) startSession(reply);
  return reply;
}

/** The first administrator, by the link that the server printed; signed in at once. */
export async function setUp(json: FirstAdministratorRequest): Promise<void> {
  startSession(await request('/api/setup/', { method: 'POST', json, schema: loginReply }));
}

/** Drops all reviews of the demo's reports. @returns how many versions */
export function resetDemo() {
  const schema = z.object({ versions: z.number() });
  return request('/api/demo/reset/', { method: 'POST', json: {}, schema });
}

/** A secret for an authenticator app; its first code signs in. */
export function setUpSecondFactor(identifier: string, password: string): Promise<TotpSetupReply> {
  const json = credentialsOf(identifier, password);
  return request('/api/accounts/totp/', { method: 'POST', json, schema: totpSetupReply });
}

/**
 * Confirms a second factor with its first code; replaces the session by one with both factors.
 * @returns the recovery codes.
 */
export async function confirmSecondFactor(password: string, code: string): Promise<readonly string[]> {
  const { access, refresh, user } = getSession();
  const reply = await signIn({ identifier: user?.username ?? '', password, code, isSetup: true });
  startSession(reply);
  endOnServer(refresh, access);
  return reply.recovery_codes ?? [];
}

/** Both factors, as far as there are two, for a change to one's own account. */
export interface Factors {
  readonly password: string;
  readonly code?: string | undefined;
}

/** Changes the user's own name and email address. */
export async function changeProfile(
  profile: { readonly fullName: string; readonly email: string },
  { password, code }: Factors,
): Promise<void> {
  const json = { full_name: profile.fullName, email: profile.email, password, ...(code && { code }) };
  const reply = await request('/api/accounts/profile/', { method: 'POST', json, schema: profileReply });
  renewUser(reply.user);
}

/** Ends all sessions of the account and starts a new one. */
export async function changePassword(newPassword: string, factors: Factors): Promise<void> {
  await signIn({ identifier: getSession().user?.username ?? '', ...factors, newPassword });
}

/** Whether the account has a second factor, and whether it is required. */
export function fetchSecondFactor(signal?: AbortSignal): Promise<TotpReply> {
  return request('/api/accounts/totp/', { schema: totpReply, ...(signal && { signal }) });
}

/** Replaces all earlier ones. */
export async function renewRecoveryCodes(
  identifier: string,
  password: string,
  code: string,
): Promise<readonly string[]> {
  const json = { ...credentialsOf(identifier, password), code };
  const path = '/api/accounts/totp/recovery/';
  const reply = await request(path, { method: 'POST', json, schema: recoveryCodesReply });
  return reply.recovery_codes;
}

export function removeSecondFactor(identifier: string, password: string, code: string): Promise<TotpReply> {
  const json = { ...credentialsOf(identifier, password), code };
  return request('/api/accounts/totp/remove/', { method: 'POST', json, schema: totpReply });
}

/** The account's open sessions, last used first. */
export function fetchSessions(signal?: AbortSignal): Promise<SessionsReply> {
  return request('/api/accounts/sessions/', { schema: sessionsReply, ...(signal && { signal }) });
}

export function endSession(id: string): Promise<null> {
  const path = `/api/accounts/sessions/${encodeURIComponent(id)}/end/`;
  return request(path, { method: 'POST', schema: z.null() });
}

/** The account's keys for DICOMweb, newest first; not their secrets. */
export function fetchReadKeys(signal?: AbortSignal): Promise<ReadKeysReply> {
  return request('/api/accounts/read-keys/', { schema: readKeysReply, ...(signal && { signal }) });
}

/** A new key; the server never shows it again. */
export function createReadKey(name: string, { password, code }: Factors): Promise<ReadKeyReply> {
  const json = { name, password, ...(code && { code }) };
  return request('/api/accounts/read-keys/', { method: 'POST', json, schema: readKeyReply });
}

export function revokeReadKey(id: string): Promise<null> {
  const path = `/api/accounts/read-keys/${encodeURIComponent(id)}/`;
  return request(path, { method: 'DELETE', schema: z.null() });
}

/** Remaining analyses per service. */
export function fetchTrialCounts(signal?: AbortSignal) {
  return request('/api/trials/count/', { schema: trialCountsReply, ...(signal && { signal }) });
}

/** The user, and how much of each limit is used. A role that changed meanwhile is stored with the session. */
export async function fetchDashboard(signal?: AbortSignal) {
  const reply = await request('/api/accounts/dashboard/', {
    schema: dashboardReply,
    ...(signal && { signal }),
  });
  const { user } = getSession();
  const isSame = user?.role === reply.user.role && user?.organisation.name === reply.user.organisation.name;
  if (user?.id === reply.user.id && !isSame) renewUser(reply.user);
  return reply;
}

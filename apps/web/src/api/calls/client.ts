import type { z } from 'zod';
import { bearerOf, clearSession, getSession } from '../account/session.ts';
import { ApiError, isAbort, noResponse } from './errors.ts';
import { apiHost } from './host.ts';
import { readReply } from './read-reply.ts';
import { refreshAccess } from './refresh.ts';

export interface RequestOptions<T> {
  readonly schema: z.ZodType<T>;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly json?: unknown;
  /** The entity tag that the caller saw: the call is refused if it is no longer the present one. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

interface RawReply {
  readonly status: number;
  readonly body: string;
}

/** Relative image addresses are prefixed with the backend host; http, data and blob ones are kept. */
export function resolveImageUrl(url: string): string {
  return /^(https?:|data:|blob:)/i.test(url) ? url : `${apiHost}/${url.replace(/^\/+/, '')}`;
}

/**
 * One call to the server, with the stored token, refreshed once when it has expired.
 * @throws ApiError, or the AbortError of `signal`.
 */
export async function request<T>(path: string, options: RequestOptions<T>): Promise<T> {
  return authorised(
    (access) => send(path, options, access),
    (reply) => readReply(reply.status, reply.body, options.schema),
  );
}

/**
 * Runs `call` with the stored access token; on `token_expired` refreshes it and runs it once more.
 * Clears a session that the server has ended, so that the guard leads to /login.
 */
export async function authorised<R, T>(
  call: (access: string | null) => Promise<R>,
  read: (reply: R) => T,
): Promise<T> {
  const { access } = getSession();
  try {
    return read(await call(access));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // The flag alone is not a session: without a token it is over.
    if (access === null) {
      if (getSession().isAuthenticated) clearSession();
      throw error;
    }
    if (error.code === 'token_expired') return read(await call(await refreshAccess(access)));
    if (error.code === 'session_revoked' || error.code === 'not_signed_in') clearSession();
    throw error;
  }
}

async function send<T>(path: string, options: RequestOptions<T>, access: string | null): Promise<RawReply> {
  const hasBody = options.json !== undefined;
  try {
    const response = await fetch(apiHost + path, {
      method: options.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(options.ifMatch !== undefined && { 'if-match': `"${options.ifMatch}"` }),
        ...bearerOf(access),
      },
      body: hasBody ? JSON.stringify(options.json) : null,
      signal: options.signal ?? null,
    });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    if (isAbort(error)) throw error;
    throw noResponse();
  }
}

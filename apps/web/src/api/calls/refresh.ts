import { refreshReply } from '@second-read/contract/accounts';
import { clearSession, getSession, reloadSession, renewSession } from '../account/session.ts';
import { ApiError, noResponse } from './errors.ts';
import { apiHost } from './host.ts';
import { readReply } from './read-reply.ts';

let running: Promise<string> | null = null;

/**
 * A fresh access token. One refresh at a time in this tab, and, where the browser has locks, in all
 * tabs: presenting a rotated token twice would revoke the whole session.
 * @param stale the token that was refused; another tab may have replaced it already.
 * @throws ApiError; the session is cleared when the server refuses, kept when it cannot be reached.
 */
export function refreshAccess(stale: string | null): Promise<string> {
  running ??= withLock(() => refreshOnce(stale)).finally(() => {
    running = null;
  });
  return running;
}

function withLock(work: () => Promise<string>): Promise<string> {
  // Locks exist in secure contexts only, not over plain HTTP on a local network.
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  return navigator.locks.request('second-read-refresh', work);
}

async function refreshOnce(stale: string | null): Promise<string> {
  const { access, refresh } = reloadSession();
  if (access !== null && access !== stale) return access;
  const tokens = await askForTokens(refresh);
  renewSession(tokens);
  return tokens.access;
}

async function askForTokens(refresh: string | null) {
  if (refresh === null) throw endSession();
  const response = await fetch(`${apiHost}/api/accounts/token/refresh/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  }).catch(() => {
    throw noResponse();
  });
  if (response.status === 400 || response.status === 401) throw endSession();
  return readReply(response.status, await response.text(), refreshReply);
}

function endSession(): ApiError {
  if (getSession().isAuthenticated) clearSession();
  return new ApiError({
    code: 'session_revoked',
    message: 'Your session has ended. Please sign in again.',
    status: 401,
  });
}

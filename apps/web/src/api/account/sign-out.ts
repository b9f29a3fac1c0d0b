import { apiHost } from '../calls/host.ts';
import { wipeKept } from './kept-database.ts';
import { bearerOf, clearSession, getSession, suspendSession } from './session.ts';

/**
 * Clears the session at once, with the pictures that wait in this browser, and tells the server; also
 * works if the server is unreachable.
 */
export function signOut(): void {
  const { access, refresh, user } = getSession();
  if (user) void wipeKept(user.id).catch(() => undefined);
  clearSession();
  endOnServer(refresh, access);
}

/** Signs out after inactivity; the screens wait for the same user. */
export function signOutIdle(): void {
  const { access, refresh } = getSession();
  suspendSession();
  endOnServer(refresh, access);
}

/** Ends the session of a refresh token that is no longer used. */
export function endOnServer(refresh: string | null, access: string | null): void {
  if (refresh === null) return;
  fetch(`${apiHost}/api/accounts/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearerOf(access) },
    body: JSON.stringify({ refresh }),
    keepalive: true,
  }).catch(() => {
    // The refresh token then stays valid until it expires, but is gone from this browser.
  });
}

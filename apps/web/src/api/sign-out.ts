import { apiHost } from './host.ts';
import { clearSession, getSession, suspendSession } from './session.ts';

/**
 * Forgets the session at once, and tells the server; a server out of reach does not keep anyone signed in.
 */
export function signOut(): void {
  const { refresh } = getSession();
  clearSession();
  endOnServer(refresh);
}

/** Signs out whoever left the page alone; the screens wait for the same user. */
export function signOutIdle(): void {
  const { refresh } = getSession();
  suspendSession();
  endOnServer(refresh);
}

/** Ends the session of a refresh token that nobody uses from now on. */
export function endOnServer(refresh: string | null): void {
  if (refresh === null) return;
  fetch(`${apiHost}/api/accounts/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
    keepalive: true,
  }).catch(() => {
    // The refresh token then lives until it expires; nobody here holds it any more.
  });
}

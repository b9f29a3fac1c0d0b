import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { signOut } from '../api/sign-out.ts';

/** Signs out after this long without a key, click or touch in any tab (45 CFR 164.312(a)(2)(iii)). */
export const idleLimitMs = 30 * 60_000;
const checkEveryMs = 30_000;
const storageKey = 'lastActivity';
const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Watches a signed-in page for inactivity. Tabs share the time of the last activity. */
export function IdleSignOut() {
  const { isAuthenticated } = useSession();
  useEffect(() => (isAuthenticated ? watchIdleness(signOut) : undefined), [isAuthenticated]);
  return null;
}

/** Calls `onIdle` once the limit has passed; returns how to stop watching. */
export function watchIdleness(onIdle: () => void): () => void {
  const note = () => localStorage.setItem(storageKey, String(Date.now()));
  const check = () => {
    if (Date.now() - Number(localStorage.getItem(storageKey) ?? 0) >= idleLimitMs) onIdle();
  };
  note();
  for (const activity of activities) addEventListener(activity, note, { passive: true });
  const timer = setInterval(check, checkEveryMs);
  return () => {
    clearInterval(timer);
    for (const activity of activities) removeEventListener(activity, note);
  };
}

import { useSyncExternalStore } from 'react';
import { accountNow } from '../../../storage/browser-storage.ts';
import { Followers } from '../../../storage/followers.ts';

/** What this tab signed last, until the next case is opened. */
interface LastSigned {
  readonly reportId: string;
  /** As the notice names it. */
  readonly patient: string;
  readonly account: string | null;
}

let last: LastSigned | null = null;
const followers = new Followers();

function show(next: LastSigned | null): void {
  last = next;
  followers.tell();
}

export function noteSigned(reportId: string, patient: string): void {
  show({ reportId, patient, account: accountNow() });
}

/** Another case is open, or the signature was taken back. */
export function forgetSigned(): void {
  if (last !== null) show(null);
}

/** Null also where another account signed. */
export function useLastSigned(): LastSigned | null {
  const now = useSyncExternalStore(
    followers.follow,
    () => last,
    () => null,
  );
  return now?.account === accountNow() ? now : null;
}

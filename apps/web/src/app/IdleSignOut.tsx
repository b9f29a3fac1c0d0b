import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../api/account/session.ts';
import { signOutIdle } from '../api/account/sign-out.ts';
import { useSite } from '../api/organization/site.ts';
import classes from './IdleSignOut.module.css';
import { watchIdleness } from './watch-idleness.ts';

const warnMs = 60_000;

/**
 * Signs out after the configured time without input in any tab (45 CFR 164.312(a)(2)(iii)), with a warning.
 */
export function IdleSignOut() {
  // The flag alone is no session that a call could keep alive.
  const hasToken = useSession().access !== null;
  const limitMs = (useSite().idle_minutes ?? 0) * 60_000;
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!hasToken || limitMs === 0) return;
    return watchIdleness({
      limitMs,
      warnMs: Math.min(warnMs, limitMs / 2),
      onWarn: setSecondsLeft,
      onIdle: signOutIdle,
      onActive: () => void touchSession().catch(() => undefined),
    });
  }, [hasToken, limitMs]);
  return secondsLeft === null ? null : <Warning secondsLeft={secondsLeft} />;
}

/** Any call keeps the session alive; its code is not part of what visitors load. */
async function touchSession(): Promise<void> {
  const { fetchTrialCounts } = await import('../api/account/accounts.ts');
  await fetchTrialCounts();
}

/** Any key or click is activity and closes it; the button makes that obvious. */
function Warning({ secondsLeft }: { secondsLeft: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.warning} aria-labelledby="idle-title">
      <h2 id="idle-title" className={classes.title}>
        Are you still there?
      </h2>
      <p className={classes.text}>
        You will be signed out in <strong className="tabular">{secondsLeft}</strong>{' '}
        {secondsLeft === 1 ? 'second' : 'seconds'}. Your work stays on this page until you sign in again.
      </p>
      <div className={classes.actions}>
        <Button autoFocus>Stay signed in</Button>
      </div>
    </dialog>
  );
}

import { sharedItem } from '../storage/browser-storage.ts';

const lastActivity = sharedItem('lastActivity');
const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const checkEveryMs = 1_000;
/** A note is a write to the disk while an input waits: seldom enough to cost nothing. */
const noteEveryMs = 1_000;

export interface IdleWatch {
  readonly limitMs: number;
  /** How long before the limit the page warns. */
  readonly warnMs: number;
  /** Seconds left, in whole; null while there is no need to warn. Told when it changes. */
  readonly onWarn: (secondsLeft: number | null) => void;
  readonly onIdle: () => void;
  /** Called on activity, at most once per third of the limit, since the server watches too. */
  readonly onActive: () => void;
}

/** Tabs share the time of the last activity, so that work in one keeps the others. Returns how to stop. */
export function watchIdleness({ limitMs, warnMs, onWarn, onIdle, onActive }: IdleWatch): () => void {
  let told = Date.now();
  let shown: number | null = null;
  const warn = (secondsLeft: number | null) => {
    if (secondsLeft !== shown) onWarn(secondsLeft);
    shown = secondsLeft;
  };
  const check = () => {
    const last = Number(lastActivity.read() ?? 0);
    const leftMs = last + limitMs - Date.now();
    if (leftMs <= 0) return onIdle();
    warn(leftMs <= warnMs ? Math.ceil(leftMs / 1000) : null);
    if (last - told < limitMs / 3) return;
    told = last;
    onActive();
  };
  const note = () => {
    if (Math.abs(Date.now() - Number(lastActivity.read() ?? 0)) < noteEveryMs) return;
    lastActivity.write(String(Date.now()));
    check();
  };
  note();
  for (const activity of activities) addEventListener(activity, note, { passive: true });
  // After sleep the time is checked at once.
  document.addEventListener('visibilitychange', check);
  const timer = setInterval(check, checkEveryMs);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    for (const activity of activities) removeEventListener(activity, note);
    warn(null);
  };
}

import type { CaptureNote } from '@second-read/core/report/capture-note';

/**
 * Where the examination stands. `appliedAt`: when acetic acid was applied, in milliseconds of a clock that
 * only goes forward; null where it was not timed.
 */
export type AcidState =
  | { readonly acid: 'before' }
  | { readonly acid: 'after'; readonly appliedAt: number | null; readonly isSkipped: boolean };

export const beforeAcid: AcidState = { acid: 'before' };

/** Acetic acid was applied now: also starts again. */
export function startTimer(now: number): AcidState {
  return { acid: 'after', appliedAt: now, isSkipped: false };
}

/** The rest of the wait is left out; what was timed stays timed. */
export function skipTimer(state: AcidState): AcidState {
  return { acid: 'after', appliedAt: state.acid === 'after' ? state.appliedAt : null, isSkipped: true };
}

/** Whole seconds since acetic acid; null where that is not known. */
export function secondsSince(state: AcidState, now: number): number | null {
  if (state.acid === 'before' || state.appliedAt === null) return null;
  return Math.max(0, Math.floor((now - state.appliedAt) / 1000));
}

/** Whole seconds until the reaction is read; null where nothing is waited for. */
export function secondsLeft(state: AcidState, now: number, waitSeconds: number): number | null {
  const since = secondsSince(state, now);
  if (since === null || (state.acid === 'after' && state.isSkipped)) return null;
  return Math.max(0, waitSeconds - since);
}

/** Longer than an hour ago is not told: the timer was forgotten. */
const maxSeconds = 3_600;

/** What a picture that is taken now carries with it. */
export function noteOf(state: AcidState, now: number): CaptureNote {
  const seconds = secondsSince(state, now);
  return { acid: state.acid, ...(seconds !== null && seconds <= maxSeconds && { seconds }) };
}

/** "1:05" */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

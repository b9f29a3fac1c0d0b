import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleLimitMs, watchIdleness } from './IdleSignOut.tsx';

const minute = 60_000;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  localStorage.clear();
});

describe('an idle page', () => {
  it('signs out after the limit, not before', () => {
    const onIdle = vi.fn();
    stop = watchIdleness(onIdle);
    vi.advanceTimersByTime(idleLimitMs - minute);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * minute);
    expect(onIdle).toHaveBeenCalled();
  });

  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('is not idle after a %s', (activity) => {
    const onIdle = vi.fn();
    stop = watchIdleness(onIdle);
    vi.advanceTimersByTime(idleLimitMs - minute);
    window.dispatchEvent(new Event(activity));
    vi.advanceTimersByTime(idleLimitMs - minute);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('is not idle while another tab is used', () => {
    const onIdle = vi.fn();
    stop = watchIdleness(onIdle);
    vi.advanceTimersByTime(idleLimitMs - minute);
    localStorage.setItem('lastActivity', String(Date.now()));
    vi.advanceTimersByTime(2 * minute);
    expect(onIdle).not.toHaveBeenCalled();
  });
});

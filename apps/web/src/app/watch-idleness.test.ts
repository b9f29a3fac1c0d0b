// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchIdleness } from './watch-idleness.ts';

const minute = 60_000;
const limitMs = 15 * minute;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  localStorage.clear();
});

function watch() {
  const told = { onWarn: vi.fn(), onIdle: vi.fn(() => stop()), onActive: vi.fn() };
  stop = watchIdleness({ limitMs, warnMs: minute, ...told });
  return told;
}

describe('an idle page', () => {
  it('warns a minute before the limit, counting down, and signs out at it', () => {
    const { onIdle, onWarn } = watch();
    vi.advanceTimersByTime(limitMs - minute - 1_000);
    expect(onWarn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_000);
    expect(onWarn.mock.calls).toEqual([[60], [59], [58]]);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(minute);
    expect(onIdle).toHaveBeenCalledOnce();
    expect(onWarn).toHaveBeenLastCalledWith(null);
  });

  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('is not idle after a %s', (activity) => {
    const { onIdle, onWarn } = watch();
    vi.advanceTimersByTime(limitMs - minute / 2);
    window.dispatchEvent(new Event(activity));
    expect(onWarn).toHaveBeenLastCalledWith(null);
    vi.advanceTimersByTime(limitMs - minute);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('is not idle while another tab is used', () => {
    const { onIdle } = watch();
    vi.advanceTimersByTime(limitMs - minute);
    localStorage.setItem('lastActivity', String(Date.now()));
    vi.advanceTimersByTime(limitMs - minute);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('is idle at once when the computer wakes from sleep', () => {
    const { onIdle } = watch();
    vi.setSystemTime(Date.now() + 2 * limitMs);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onIdle).toHaveBeenCalled();
  });
});

describe('a page used without requests', () => {
  it('tells the server, which watches too, at most three times per limit', () => {
    const { onActive } = watch();
    for (let seconds = 0; seconds < 15 * 60; seconds += 10) {
      vi.advanceTimersByTime(10_000);
      window.dispatchEvent(new Event('keydown'));
    }
    expect(onActive).toHaveBeenCalledTimes(3);
  });

  it('tells nothing without activity', () => {
    const { onActive } = watch();
    vi.advanceTimersByTime(limitMs - 1_000);
    expect(onActive).not.toHaveBeenCalled();
  });
});

import { describe, expect, it } from 'vitest';
import {
  beforeAcid,
  clockWords,
  noteOf,
  secondsLeft,
  secondsSince,
  skipTimer,
  startTimer,
} from './acid-timer.ts';

describe('the time since acetic acid', () => {
  it('is not counted before it is applied', () => {
    expect([secondsSince(beforeAcid, 9_000), secondsLeft(beforeAcid, 9_000, 60)]).toEqual([null, null]);
    expect(noteOf(beforeAcid, 9_000)).toEqual({ acid: 'before' });
  });

  it('runs from the start to the minute, and on', () => {
    const state = startTimer(1_000);
    expect([secondsLeft(state, 1_999, 60), secondsLeft(state, 31_000, 60)]).toEqual([60, 30]);
    expect([secondsLeft(state, 61_000, 60), secondsLeft(state, 99_000, 60)]).toEqual([0, 0]);
    expect(noteOf(state, 99_500)).toEqual({ acid: 'after', seconds: 98 });
  });

  it('begins again at a restart', () => {
    expect(noteOf(startTimer(50_000), 52_000)).toEqual({ acid: 'after', seconds: 2 });
  });

  it('stays known where the wait is skipped, and unknown where it was never started', () => {
    const skipped = skipTimer(startTimer(1_000));
    expect([secondsLeft(skipped, 21_000, 60), noteOf(skipped, 21_000)]).toEqual([
      null,
      { acid: 'after', seconds: 20 },
    ]);
    expect(noteOf(skipTimer(beforeAcid), 21_000)).toEqual({ acid: 'after' });
  });

  it('is not told when it was forgotten for more than an hour', () => {
    expect(noteOf(startTimer(0), 3_601_000)).toEqual({ acid: 'after' });
  });

  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [600, '10:00'],
  ])('of %i seconds is written %s', (seconds, words) => {
    expect(clockWords(seconds)).toBe(words);
  });
});

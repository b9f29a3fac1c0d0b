import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';

const begun = Date.parse('2026-03-01T12:00:00Z');
let databaseMs: number | null = begun;
const query = async () => {
  if (databaseMs === null) throw new Error('the database is away');
  return { rows: [{ ms: String(databaseMs) }] };
};
const pool = { query } as unknown as Pick<Pool, 'query'>;

beforeEach(() => vi.useFakeTimers({ now: begun, toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

describe('the time of a process', () => {
  it('is that of the database where its own clock is wrong', async () => {
    databaseMs = begun - 600_000;
    const clock = await openDatabaseClock(pool);
    expect(clock.now()).toEqual(new Date(databaseMs));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock.now()).toEqual(new Date(databaseMs + 5_000));
    clock.close();
  });

  it('is its own where the two agree, to the millisecond', async () => {
    databaseMs = begun + 300;
    const clock = await openDatabaseClock(pool);
    expect(clock.now()).toEqual(new Date(begun));
    clock.close();
  });

  it('follows a clock that jumps, and keeps what it knew while the database is away', async () => {
    databaseMs = begun;
    const clock = await openDatabaseClock(pool);
    databaseMs = begun + 7_260_000;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toEqual(new Date(databaseMs));
    databaseMs = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toEqual(new Date(begun + 7_320_000));
    clock.close();
  });
});

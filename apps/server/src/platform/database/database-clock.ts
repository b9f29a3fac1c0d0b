import type { Pool } from 'pg';

const measureEveryMs = 60_000;
/** Less may be the way to the database and back. */
const toleratedMs = 1_000;

export interface DatabaseClock {
  now(): Date;
  close(): void;
}

/**
 * The time by the clock of the database, which all processes share: a deadline that one of them sets is
 * another's to keep. While the database is away what was known of it holds.
 */
export async function openDatabaseClock(
  pool: Pick<Pool, 'query'>,
  own: () => number = Date.now,
): Promise<DatabaseClock> {
  let aheadMs = 0;
  const measure = async () => {
    const asked = own();
    const { rows } = await pool.query<{ ms: string }>(
      'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms',
    );
    const difference = Number(rows[0]?.ms) - (asked + own()) / 2;
    aheadMs = Math.abs(difference) < toleratedMs ? 0 : Math.round(difference);
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), measureEveryMs);
  timer.unref();
  return { now: () => new Date(own() + aheadMs), close: () => clearInterval(timer) };
}

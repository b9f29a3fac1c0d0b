import pg from 'pg';
import { openPostgresSignals } from '../signals/postgres.ts';
import { openPgBossQueue } from './pg-boss.ts';

/** A worker process that takes one job, says so, and never finishes it. */
async function main(url: string, name: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const signals = await openPostgresSignals({ url, pool });
  const queue = await openPgBossQueue({ url, pool, signals, onError: console.error });
  await queue.work(name, { concurrency: 1 }, async () => {
    console.log('took it');
    await new Promise(() => {});
  });
}

const [url = '', name = ''] = process.argv.slice(2);
await main(url, name);

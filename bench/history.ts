import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './engines/postgres.ts';
import { fillArchive } from './history/fill-archive.ts';
import { measureInserts } from './history/insert-cost.ts';
import { measureLists } from './history/lists.ts';
import { measureSearches } from './history/searches.ts';
import type { Finding } from './measure.ts';

const reports = Number(process.env.BENCH_REPORTS ?? 1_000_000);
const settings = [
  'shared_buffers=1GB',
  'maintenance_work_mem=512MB',
  'max_wal_size=4GB',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** Lists and searches among as many reports as a large hospital has, all of one organisation. */
export async function benchHistory(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await startPostgres(settings);
  try {
    const archive = await fillArchive(cluster.url, folder, reports);
    console.log(
      `${reports.toLocaleString('en')} reports on ${cluster.version}, ${settings.slice(0, 1).join()}`,
    );
    try {
      const findings = await measureSearches(archive);
      findings.push(...(await measureLists(archive)));
      return [...findings, await measureInserts(archive)];
    } finally {
      await archive.pool.end();
    }
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

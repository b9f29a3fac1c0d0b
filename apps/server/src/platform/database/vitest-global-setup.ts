import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { FolderInUseError } from './embedded/ownership.ts';
import { ownEmbedded } from './embedded.ts';
import { openDatabase } from './open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database without rows; `createTestDatabase` copies it. */
    readonly templateDatabaseUrl: string;
  }
}

const prefix = 'second-read-tests-';
const abandonedAfterMs = 60 * 60 * 1000;

/** One real PostgreSQL per test run, without fsync, discarded afterwards. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const postgres = await ownEmbedded({ folder: join(folder, 'postgres'), durable: false });
  const { pool } = await openDatabase(postgres.url);
  await pool.end();
  project.provide('templateDatabaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Removes the server of a killed run; that of a running one is left alone. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (Date.now() - statSync(folder).mtimeMs < abandonedAfterMs) continue;
    try {
      const postgres = await ownEmbedded({ folder: join(folder, 'postgres'), durable: false });
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
    }
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '../apps/server/src/config/config.ts';
import { readEnvironment } from '../apps/server/src/config/environment.ts';
import { type AppContext, createContext } from '../apps/server/src/context.ts';
import { ensureAccount, ensureOrganisation } from '../apps/server/src/modules/accounts/index.ts';
import { type Cluster, startPostgres } from './engines/postgres.ts';
import { type Program, startProgram } from './scale-out/processes.ts';

export interface Served {
  readonly address: string;
  readonly api: Program;
  readonly cluster: Cluster;
  readonly folder: string;
  readonly account: { readonly username: string; readonly password: string };
  readonly environment: Readonly<Record<string, string>>;
  /** On the same database, reading nothing and serving nobody. */
  readonly context: AppContext;
}

/**
 * One API process in production mode that leaves analyses to others, PostgreSQL and one account; pictures in
 * a folder. `more` is added to the environment.
 */
export async function withServer<T>(
  work: (served: Served) => Promise<T>,
  more: (folder: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-bench-'));
  const cluster = await startPostgres();
  const environment = {
    SECOND_READ_MODE: 'production',
    DATA_DIR: folder,
    DATABASE_URL: cluster.url,
    JWT_SECRET: randomBytes(36).toString('base64'),
    MEDIA_SECRET: randomBytes(36).toString('base64'),
    DATA_KEYS: randomBytes(32).toString('base64'),
    UPLOAD_LIMIT: '1000000',
    RATE_LIMIT_PER_MINUTE: '0',
    ANALYSIS_TIMEOUT_MS: '600000',
    LOG_LEVEL: 'error',
    ...more(folder),
  };
  const quiet = { ...environment, PORT: '0', WORKER_CONCURRENCY: '0' };
  const context = await createContext(createConfig(readEnvironment(quiet)));
  const api = await startProgram('main', 'api', quiet);
  try {
    const { id: organisationId } = await ensureOrganisation({ name: 'Bench', isDemo: false }, context);
    const account = { username: 'reader', password: 'Bench-Reader-2026' };
    await ensureAccount(
      { ...account, email: 'reader@bench.example', fullName: 'Reader', organisationId },
      context,
    );
    return await work({ address: api.ready, api, cluster, folder, account, environment, context });
  } finally {
    await api.stop();
    await context.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

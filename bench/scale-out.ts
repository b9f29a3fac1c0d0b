import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '../apps/server/src/config/config.ts';
import { readEnvironment } from '../apps/server/src/config/environment.ts';
import { type AppContext, createContext } from '../apps/server/src/context.ts';
import { ensureAccount, ensureOrganisation } from '../apps/server/src/modules/accounts/index.ts';
import { startPostgres } from './engines/postgres.ts';
import type { Finding } from './measure.ts';
import { submitAll } from './scale-out/clients.ts';
import { type Count, countAll } from './scale-out/count.ts';
import { lendBucket } from './scale-out/kept-keys.ts';
import { killWorkers } from './scale-out/outages.ts';
import { samplePictures } from './scale-out/pictures.ts';
import { printRun } from './scale-out/print-run.ts';
import { type Program, startProgram } from './scale-out/processes.ts';

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const size = {
  analyses: setting('BENCH_ANALYSES', 2_000),
  clients: setting('BENCH_CLIENTS', 50),
  apis: setting('BENCH_APIS', 2),
  workers: setting('BENCH_WORKERS', 3),
  killEveryMs: setting('BENCH_KILL_EVERY_MS', 5_000),
  minutes: setting('BENCH_MINUTES', 90),
};
/** How long an order may wait on a machine that is much too small for its clients. */
const analysisTimeoutMs = 600_000;

/**
 * API and worker processes on one PostgreSQL and one S3 server (S3_ENDPOINT, S3_ACCESS_KEY_ID,
 * S3_SECRET_ACCESS_KEY; without them a folder), clients that ask for analyses, and workers that are killed
 * all the while: everything must be there once in the end.
 */
export async function benchScaleOut(): Promise<Finding[]> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    return await measure((closer) => closers.push(closer));
  } finally {
    for (const close of closers.reverse()) await close().catch((error) => console.error(error));
  }
}

async function measure(atEnd: (closer: () => Promise<unknown>) => void): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-bench-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const cluster = await startPostgres();
  atEnd(() => cluster.stop());
  const environment = environmentOf(folder, cluster.url);
  const config = createConfig(readEnvironment({ ...environment, WORKER_CONCURRENCY: '0' }));
  if (config.blobs.kind === 's3') atEnd(await lendBucket(config.blobs.s3));
  const context = await createContext(config);
  atEnd(() => context.close());
  const accounts = await makeAccounts(context);
  const named = (name: string) => ({
    ...environment,
    DATABASE_URL: `${cluster.url}?application_name=${name}`,
  });

  const start = async (program: 'main' | 'worker', name: string, more: Record<string, string>) => {
    const started = await startProgram(program, name, { ...named(name), ...more });
    atEnd(() => started.stop());
    return started;
  };
  const apis = await Promise.all(
    places(size.apis, (at) => start('main', `api-${at}`, { PORT: '0', WORKER_CONCURRENCY: '0' })),
  );
  const startWorker = (at: number): Promise<Program> =>
    start('worker', `worker-${at}`, { COMPUTE_THREADS: '1' });
  const workers = await Promise.all(places(size.workers, startWorker));
  const everyMs = size.killEveryMs;
  const outages = await killWorkers({ pool: context.pool, workers, restart: startWorker, everyMs });

  const began = performance.now();
  const submitted = await submitAll({
    addresses: apis.map(({ ready }) => ready),
    accounts,
    pictures: samplePictures(process.env.BENCH_MODULES?.split(',')),
    analyses: size.analyses,
    closing: AbortSignal.any([AbortSignal.timeout(size.minutes * 60_000), interrupted()]),
    giveUp: AbortSignal.timeout(size.minutes * 60_000 + analysisTimeoutMs),
    onDone: (done) => {
      if (done % 50 === 0)
        console.error(
          `${done} of ${size.analyses} after ${Math.round((performance.now() - began) / 1000)} s`,
        );
    },
  });
  const seconds = (performance.now() - began) / 1000;
  await outages.stop();
  const counts = await countAll(submitted.begun, new Set(submitted.reports.values()), context);
  const said = [...apis, ...workers].map((program) => `${program.name}: ${program.said()}`).join('\n');
  printRun({
    size,
    cluster,
    config,
    seconds,
    submitted,
    outages,
    counts,
    takeoversMs: await outages.takeoversMs(),
  });
  if (counts.some((count) => count.expected !== count.found)) console.error(said);
  return [findingOf(counts, submitted.begun)];
}

function environmentOf(folder: string, url: string): Record<string, string> {
  const {
    S3_ENDPOINT,
    S3_ACCESS_KEY_ID = '',
    S3_SECRET_ACCESS_KEY = '',
    S3_REGION = 'us-east-1',
  } = process.env;
  const bucket = {
    BLOB_URL: `s3://bench-${randomUUID()}/scale`,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    S3_REGION,
  };
  return {
    SECOND_READ_MODE: 'production',
    DATA_DIR: folder,
    DATABASE_URL: url,
    JWT_SECRET: randomBytes(36).toString('base64'),
    MEDIA_SECRET: randomBytes(36).toString('base64'),
    DATA_KEYS: randomBytes(32).toString('base64'),
    UPLOAD_LIMIT: '1000000',
    ANALYSIS_TIMEOUT_MS: String(analysisTimeoutMs),
    LOG_LEVEL: 'warn',
    ...(S3_ENDPOINT ? { ...bucket, S3_ENDPOINT } : {}),
  };
}

/** Asked to end, it takes no more orders, and counts when those it has are done. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** All of one organisation, whose audit trail is one chain. */
async function makeAccounts(context: AppContext) {
  const { id: organisationId } = await ensureOrganisation({ name: 'Scale', isDemo: false }, context);
  const accounts = places(size.clients, (at) => ({
    username: `reader-${at}`,
    password: `Scale-${randomUUID()}`,
  }));
  for (const { username, password } of accounts) {
    const account = { username, password, email: `${username}@bench.example`, fullName: username };
    await ensureAccount({ ...account, organisationId }, context);
  }
  return accounts;
}

function places<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function findingOf(counts: readonly Count[], begun: number): Finding {
  const wrong = counts.filter(({ expected, found }) => expected !== found);
  return {
    name: `${begun} of ${size.analyses} analyses of ${size.clients} clients, a worker killed every ${size.killEveryMs / 1000} s`,
    ours: counts.length - wrong.length,
    against: 'counts that must agree',
    peer: counts.length,
    unit: '',
    aim: 'all of them',
    isMet: wrong.length === 0 && begun === size.analyses,
  };
}

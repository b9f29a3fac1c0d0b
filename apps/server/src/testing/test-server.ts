import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginReply } from '@second-read/contract/accounts';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { type Config, createConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import type { AppContext } from '../context.ts';
import { buildApp } from '../http/app.ts';
import { ensureAccount, ensureOrganisation } from '../modules/accounts/index.ts';
import { registerAlarmWorker } from '../modules/alarms/index.ts';
import { registerAnalysisWorker } from '../modules/analyses/index.ts';
import { registerPushWorker } from '../modules/pacs/index.ts';
import { openBlobs } from '../platform/blobs/open-blobs.ts';
import type { Compute } from '../platform/compute/compute.ts';
import { createTestDatabase } from '../platform/database/test-database.ts';
import { openMessengers } from '../platform/messages/open-messengers.ts';
import { openOffHost } from '../platform/off-host/open-off-host.ts';
import { openPacs } from '../platform/pacs/open-pacs.ts';
import { openPgBossQueue } from '../platform/queue/pg-boss.ts';
import { openPostgresSignals } from '../platform/signals/postgres.ts';
import { noTraces } from '../platform/traces/traces.ts';
import { watchLockOrder } from './lock-order.ts';
import { scriptedCompute } from './scripted-compute.ts';

export const testPassword = 'Correct-Horse-7';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  /** Moves the server's clock. */
  advance(ms: number): void;
  /** Opens a session and returns its tokens. */
  signIn(
    username: string,
  ): Promise<{ access: string; refresh: string; userId: string; organisationId: string }>;
  /** Access header of a new session. */
  bearer(username: string): Promise<{ authorization: string }>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly compute?: Compute;
  /** Gets the lines of the log. */
  readonly logTo?: (line: string) => void;
}

/**
 * Real HTTP, PostgreSQL, queue and blobs, with accounts `ada` and `ben` in one organisation, `eve` in
 * another.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-server-'));
  const database = await createTestDatabase();
  const outOfOrder: string[] = [];
  watchLockOrder(database.pool, (violation) => outOfOrder.push(violation));
  const config = testConfig(folder, database.url, options.environment);
  const onError = (error: Error) => options.logTo?.(`${error.message}\n${error.stack}`);
  const parts = { url: database.url, pool: database.pool, onError };
  const signals = await openPostgresSignals(parts);
  const queue = await openPgBossQueue({ ...parts, signals });
  let shiftMs = 0;
  const context: AppContext = {
    config,
    db: database.db,
    pool: database.pool,
    blobs: await openBlobs(config),
    queue,
    signals,
    compute: options.compute ?? scriptedCompute(),
    pacs: openPacs(config),
    messengers: openMessengers(config, () => new Date(Date.now() + shiftMs)),
    openOffHost,
    traces: noTraces,
    log: options.logTo ? pino({ level: 'info' }, { write: options.logTo }) : pino({ level: config.logLevel }),
    now: () => new Date(Date.now() + shiftMs),
    close: async () => {
      await queue.close(1_000);
      await signals.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await makeAccounts(context);
  await registerAnalysisWorker(context);
  await registerPushWorker(context);
  await registerAlarmWorker(context);
  const app = await buildApp(context);
  const signIn = (username: string) => signInTo(app, username);
  return {
    app,
    context,
    signIn,
    bearer: async (username) => ({ authorization: `Bearer ${(await signIn(username)).access}` }),
    advance: (ms) => {
      shiftMs += ms;
    },
    close: async () => {
      await app.close();
      await context.close();
      if (outOfOrder.length > 0) throw new Error(`locked out of order: ${outOfOrder.join(', ')}`);
    },
  };
}

function testConfig(
  folder: string,
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Config {
  return createConfig(
    readEnvironment({
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      WORKER_CONCURRENCY: '4',
      PUBLIC_DEMO: '1',
      ...environment,
    }),
  );
}

async function makeAccounts(context: AppContext): Promise<void> {
  const { id: here } = await ensureOrganisation({ name: 'Clinic', isDemo: false }, context);
  const { id: elsewhere } = await ensureOrganisation({ name: 'Other Clinic', isDemo: false }, context);
  for (const [username, organisationId] of [
    ['ada', here],
    ['ben', here],
    ['eve', elsewhere],
  ] as const) {
    const account = { username, email: `${username}@clinic.example`, fullName: `Reader ${username}` };
    await ensureAccount(
      { ...account, organisationId, password: testPassword, role: 'senior_reader' },
      context,
    );
  }
}

async function signInTo(app: FastifyInstance, username: string) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    payload: { username, password: testPassword },
  });
  const { access, refresh, user } = loginReply.parse(reply.json());
  return { access, refresh, userId: user.id, organisationId: user.organisation.id };
}

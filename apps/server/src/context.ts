import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { SealedBlobs } from './platform/blobs/blobs.ts';
import { openBlobs } from './platform/blobs/open-blobs.ts';
import type { Compute } from './platform/compute/compute.ts';
import { createCompute } from './platform/compute/create-compute.ts';
import { openDatabaseClock } from './platform/database/database-clock.ts';
import { type EmbeddedDatabase, joinEmbedded, ownEmbedded } from './platform/database/embedded.ts';
import { openDatabase } from './platform/database/open.ts';
import type * as schema from './platform/database/schema.ts';
import { loggableMessage } from './platform/log/loggable-error.ts';
import { createLogger } from './platform/log/logger.ts';
import type { Messengers } from './platform/messages/messages.ts';
import { openMessengers } from './platform/messages/open-messengers.ts';
import type { OpenOffHost } from './platform/off-host/off-host.ts';
import { openOffHost } from './platform/off-host/open-off-host.ts';
import { openPacs } from './platform/pacs/open-pacs.ts';
import type { Pacs } from './platform/pacs/pacs.ts';
import { openPgBossQueue } from './platform/queue/pg-boss.ts';
import type { Queue } from './platform/queue/queue.ts';
import { openPostgresSignals } from './platform/signals/postgres.ts';
import type { Signals } from './platform/signals/signals.ts';
import { clearOwnSpool } from './platform/spool/spool-folder.ts';
import { openTraces } from './platform/traces/open-traces.ts';
import type { Traces } from './platform/traces/traces.ts';

type Database = NodePgDatabase<typeof schema>;

/** The database or a transaction on it: for statements that may be part of a larger whole. */
export type Executor = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** Everything a request handler or a job may use of the world. Built by `createContext` only. */
export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  /** The pool below `db`, for statements drizzle has no words for. */
  readonly pool: Pool;
  readonly blobs: SealedBlobs;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly compute: Compute;
  /** Null where no archive is configured. */
  readonly pacs: Pacs | null;
  /** How alarms leave the application. */
  readonly messengers: Messengers;
  /** Opens the place outside of this system to which the ends of the audit trail are written. */
  readonly openOffHost: OpenOffHost;
  readonly traces: Traces;
  readonly log: Logger;
  now(): Date;
  /** Drains the queue, then closes everything in reverse order. Safe to call twice. */
  close(): Promise<void>;
}

export interface ContextOptions {
  /** A server owns the embedded database; a worker beside it only joins. */
  readonly role?: 'server' | 'worker';
  /** Told when something that everything stands on is gone for good. */
  readonly onFatal?: (error: Error) => void;
  /** When aborted, closing does not wait for running analyses. */
  readonly forceShutdown?: AbortSignal;
}

type Closer = () => Promise<void>;

/** A connection that somebody still holds must not keep the process from ending. */
const poolPatienceMs = 3_000;

/** Picks and opens every driver. Throws after closing what was already open. */
export async function createContext(config: Config, options: ContextOptions = {}): Promise<AppContext> {
  const log = createLogger(config);
  const closers: Closer[] = [];
  const close = once(async () => {
    for (const closer of closers.reverse()) {
      await closer().catch((error: unknown) => log.error({ err: error }, 'could not be closed'));
    }
  });
  try {
    return { ...(await openParts(config, options, log, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  config: Config,
  options: ContextOptions,
  log: Logger,
  closers: Closer[],
): Promise<Omit<AppContext, 'close'>> {
  const onError = (error: Error) => log.warn({ err: error }, loggableMessage(error));
  const traces = await openTraces(config, log);
  closers.push(() => traces.close());
  await mkdir(config.uploadDir, { recursive: true, mode: 0o700 });
  closers.push(() => clearOwnSpool(config.uploadDir));
  const server = await databaseServer(config, options);
  closers.push(() => server.stop());
  const connections = config.databaseConnections;
  const { pool, db } = await openDatabase(server.url, { connections, onError });
  closers.push(() => Promise.race([pool.end(), sleep(poolPatienceMs, undefined, { ref: false })]));
  const blobs = await openBlobs(config);
  closers.push(() => blobs.close());
  const signals = await openPostgresSignals({ url: server.url, pool, onError });
  closers.push(() => signals.close());
  const preparation = { isWarm: options.role !== 'worker' };
  const compute = createCompute({ threads: config.compute.threads, preparation });
  closers.push(() => compute.close());
  const queue = await openPgBossQueue({ url: server.url, pool, signals, onError });
  closers.push(() => queue.close(config.shutdownGraceMs, options.forceShutdown));
  const pacs = openPacs(config);
  const { now, close: closeClock } = await openDatabaseClock(pool);
  closers.push(async () => closeClock());
  const messengers = openMessengers(config, now);
  closers.push(() => messengers.close());
  return {
    config,
    db,
    pool,
    blobs,
    queue,
    signals,
    compute,
    traces,
    pacs,
    messengers,
    openOffHost,
    log,
    now,
  };
}

async function databaseServer(config: Config, { role, onFatal }: ContextOptions): Promise<EmbeddedDatabase> {
  const { database } = config;
  if (database.kind === 'url') return { url: database.url, stop: async () => {} };
  if (role === 'worker') return joinEmbedded(database.folder);
  return ownEmbedded({
    folder: database.folder,
    onLost: () => onFatal?.(new Error('The embedded PostgreSQL ended unexpectedly.')),
  });
}

function once(action: Closer): Closer {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= action();
    return begun;
  };
}

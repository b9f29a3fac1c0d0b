import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './embedded/binaries.ts';
import { type ClusterOptions, clusterPassword, ensureCluster, superuser } from './embedded/cluster.ts';
import { keepOwnership } from './embedded/ownership.ts';
import { findPostmaster, spawnPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { serviceAccount } from './embedded/service-account.ts';

export interface EmbeddedDatabase {
  readonly url: string;
  /** Stops the server for its owner; a guest only disconnects. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly folder: string;
  /** Called once if the server ends unexpectedly; not for a crash that it recovers from. */
  readonly onLost?: () => void;
  /** False only for throw-away test clusters: no fsync. */
  readonly durable?: boolean;
}

const databaseName = 'second_read';
const startTimeoutMs = 60_000;

/**
 * PostgreSQL for this folder, owned by this process: created, started, or taken over from an owner
 * that was killed. Throws `FolderInUseError` while another owner lives.
 */
export async function ownEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const account = serviceAccount(options.folder);
  const cluster: ClusterOptions = {
    folder: options.folder,
    account,
    binaries: findBinaries(account),
    durable: options.durable ?? true,
  };
  mkdirSync(dirname(options.folder), { recursive: true });
  await ensureCluster(cluster);
  const server = await startOrAttach(cluster);
  let isStopping = false;
  const onLost = () => {
    if (!isStopping) options.onLost?.();
  };
  const { folder } = options;
  const owner = await keepOwnership(urlOf(folder, server.port, 'postgres'), {
    folder,
    pid: server.pid,
    onLost,
  });
  await ensureDatabase(owner);
  return {
    url: urlOf(options.folder, server.port, databaseName),
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      await stopPostmaster(options.folder, server.pid);
    },
  };
}

/** Connects a further process on the same machine to the owner's server. */
export async function joinEmbedded(folder: string): Promise<EmbeddedDatabase> {
  const server = findPostmaster(folder);
  if (server?.state !== 'ready') {
    throw new Error(
      `No Second Read is running on ${dirname(folder)}. Start it first, or set DATABASE_URL to a shared PostgreSQL.`,
    );
  }
  return { url: urlOf(folder, server.port, databaseName), stop: async () => {} };
}

function urlOf(folder: string, port: number, database: string): string {
  return `postgres://${superuser}:${clusterPassword(folder)}@127.0.0.1:${port}/${database}`;
}

async function startOrAttach(cluster: ClusterOptions): Promise<{ pid: number; port: number }> {
  let deadline = Date.now() + startTimeoutMs;
  let child: ChildProcess | undefined;
  while (Date.now() < deadline) {
    const running = findPostmaster(cluster.folder);
    if (running?.state === 'stopping') {
      // It accepts no connection, and may wait for a session that never ends.
      await stopPostmaster(cluster.folder, running.pid);
      deadline = Date.now() + startTimeoutMs;
      continue;
    }
    if (running?.state === 'ready' && (await accepts(urlOf(cluster.folder, running.port, 'postgres'))))
      return running;
    const hasEnded = child !== undefined && (child.exitCode !== null || child.signalCode !== null);
    if (running === undefined && (child === undefined || hasEnded)) {
      // Orphaned sessions of a killed server briefly hold its shared memory: retry.
      if (hasEnded) await sleep(300);
      child = await spawnPostmaster(cluster);
    }
    await sleep(25);
  }
  throw new Error(`PostgreSQL did not start in ${cluster.folder}. ${lastWords(`${cluster.folder}.log`)}`);
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}

function lastWords(logPath: string): string {
  try {
    return `Its log ends:\n${readFileSync(logPath, 'utf8').split('\n').slice(-8).join('\n')}`;
  } catch {
    return '';
  }
}

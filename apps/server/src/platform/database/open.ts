import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase<typeof schema>;
}

export interface OpenOptions {
  /** Connections at most, for this process. */
  readonly connections?: number;
  /** Called for broken connections, idle or in use; the pool replaces them. */
  readonly onError?: (error: Error) => void;
}

/** An arbitrary lock number that keeps processes starting together from migrating at once. */
const migrationLock = 736_201_948;

/** A pool on the database, migrated to this version of the schema. */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'second-read',
    // Statements here take milliseconds; compiling one takes hundreds.
    onConnect: async (client) => void (await client.query('SET jit = off')),
  });
  surviveCuts(pool, options.onError);
  try {
    await migrated(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, db: databaseOn(pool) };
}

/**
 * The pool handles idle connections. One that breaks in use fails its statement and emits an event, which
 * ends the process without a listener. It is released here because drizzle does not release it when its
 * `begin` failed.
 */
function surviveCuts(pool: pg.Pool, onError: OpenOptions['onError']): void {
  const told = (error: Error) => {
    if (!pool.ending) onError?.(error);
  };
  const inUse = new Set<pg.PoolClient>();
  pool.on('error', told);
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    client.on('error', told);
    client.once('end', () => {
      if (!inUse.has(client)) return;
      const { release } = client;
      // Its user releases it too.
      client.release = () => {};
      release(true);
    });
  });
}

/** The tables on a pool; `logQuery` gets each statement before it is sent. */
export function databaseOn(
  pool: pg.Pool,
  logQuery?: (statement: string, values: unknown[]) => void,
): NodePgDatabase<typeof schema> {
  return drizzle(pool, { schema, ...(logQuery && { logger: { logQuery } }) });
}

async function migrated(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
  } finally {
    // Ends the session and with it the lock, also when the migration failed half-way.
    client.release(true);
  }
}

/** `apps/server/drizzle`, found from the source and from the built file alike. */
function migrationsFolder(): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    const candidate = join(folder, 'drizzle');
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate;
  }
  throw new Error('The migrations (apps/server/drizzle) are missing.');
}

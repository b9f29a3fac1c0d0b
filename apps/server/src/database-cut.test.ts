import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyCopy } from './platform/database/test-database.ts';
import { type BreakableProxy, startBreakableProxy } from './testing/breakable-proxy.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-cut-'));
const cuts = 5;
const callers = 8;
let database: Awaited<ReturnType<typeof createEmptyCopy>>;
let proxy: BreakableProxy;
let server: ServerProcess;
let operator: pg.Client;
let token: string;

beforeAll(async () => {
  database = await createEmptyCopy();
  proxy = await startBreakableProxy(Number(new URL(database.url).port));
  const through = new URL(database.url);
  through.port = String(proxy.port);
  const env = { DATA_DIR: dataDir, DATABASE_URL: through.href, RATE_LIMIT_PER_MINUTE: '0' };
  server = await startServer({ ...env, LOG_LEVEL: 'warn' });
  operator = new pg.Client({ connectionString: database.url });
  await operator.connect();
  token = await signInToDemo(server.url);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  await operator.end();
  await proxy.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const isAlive = () => server.child.exitCode === null && server.child.signalCode === null;

/**
 * Statuses of calls that each stand within a transaction while `act` runs: the heads of the trail are locked.
 */
async function duringTransactions(act: () => Promise<unknown>): Promise<readonly number[]> {
  await operator.query('BEGIN');
  await operator.query('SELECT 1 FROM audit_heads FOR UPDATE');
  const calls = Array.from({ length: callers }, async () => {
    const reply = await fetch(`${server.url}/api/lung_segmentation/my-reports/`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
    return reply?.status ?? 0;
  });
  while ((await waiting()) < callers) await sleep(50);
  await act();
  await operator.query('COMMIT');
  return Promise.all(calls);
}

/** Sessions of the server that wait for a lock, within a transaction. */
async function waiting(): Promise<number> {
  // Within a transaction of ours the view keeps what it first showed.
  await operator.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await operator.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

async function isReadyWithin(ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(100)) {
    if (!isAlive()) return false;
    const reply = await fetch(`${server.url}/readyz`).catch(() => undefined);
    if (reply?.status === 200) return true;
  }
  return false;
}

/** Of the token that every call here has: what statements of these calls have as parameters. */
function idsOfCaller(): readonly string[] {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const ids = Object.values(claims ?? {}).filter((value) => typeof value === 'string' && value.length === 36);
  expect(ids.length).toBeGreaterThan(1);
  return ids.map(String);
}

describe('a connection to the database that is cut', { timeout: 10 * 60_000 }, () => {
  it('for a second during transactions costs these calls and nothing else, time after time', async () => {
    for (let cut = 0; cut < cuts; cut += 1) {
      const statuses = await duringTransactions(async () => {
        proxy.cut();
        await sleep(1_000);
        proxy.mend();
      });
      expect(isAlive(), server.said()).toBe(true);
      expect(statuses).toContain(503);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(await isReadyWithin(90_000), server.said()).toBe(true);
    }
  });

  it('by the database itself during a transaction is answered with 503', async () => {
    const statuses = await duringTransactions(() =>
      operator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    );
    expect(isAlive(), server.said()).toBe(true);
    expect(statuses).toContain(503);
    expect(await isReadyWithin(90_000), server.said()).toBe(true);
  });

  it('leaves a line in the log for each call, without statements, parameters or ids of who called', () => {
    const said = server.said();
    expect(said).toContain('service_unavailable');
    for (const secret of ['Failed query', 'params', 'audit_heads', ...idsOfCaller()])
      expect(said).not.toContain(secret);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostmaster } from './embedded/postmaster.ts';
import { joinEmbedded, ownEmbedded } from './embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-embedded-'));
// The account that PostgreSQL runs as cannot access root's folders: this must not matter.
chmodSync(folder, 0o700);
const cluster = join(folder, 'a folder', 'postgres');
const fixture = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url));
const started: ChildProcess[] = [];

function startOwner(): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', fixture, cluster], { stdio: 'pipe' });
  started.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return String(chunk).trim();
}

async function readError(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, text: text.trim() };
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Always stops the server, so that a failed test does not block the folder for the next. */
async function owning(use: (url: string) => Promise<void>): Promise<void> {
  const database = await ownEmbedded({ folder: cluster, durable: false });
  try {
    await use(database.url);
  } finally {
    await database.stop();
  }
}

/** As the kernel's OOM killer does: PostgreSQL then ends every session and recovers. */
async function killSession(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await ended;
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    if (await query(url, 'select 1').catch(() => undefined)) return;
  }
  throw new Error('the database does not answer again');
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
}

describe('the embedded PostgreSQL', () => {
  beforeAll(async () => {
    const database = await ownEmbedded({ folder: cluster, durable: false });
    await query(database.url, 'create table kept (word text)');
    await query(database.url, `insert into kept values ('before')`);
    await database.stop();
  });
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    const database = await ownEmbedded({ folder: cluster, durable: false });
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is reachable over the loopback address alone, with a password', () =>
    owning(async (url) => {
      const rows = await query(
        url,
        `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
      );
      expect(rows).toEqual([{ addresses: '127.0.0.1', sockets: '' }]);
      const guessed = new URL(url);
      guessed.password = 'password';
      await expect(query(guessed.href, 'select 1')).rejects.toThrow('password authentication failed');
    }));

  it('writes neither statements nor their values into its log', async () => {
    await owning(async (url) => {
      await query(url, 'drop table if exists unique_ids');
      await query(url, 'create table unique_ids (id text unique)');
      await query(url, `insert into unique_ids values ('patient 4711')`);
      await expect(query(url, `insert into unique_ids values ('patient 4711')`)).rejects.toThrow();
    });
    const log = readFileSync(`${cluster}.log`, 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('4711');
  });

  it('tells a second start on the same folder that the first is running', async () => {
    const owner = startOwner();
    await firstLine(owner);
    const second = await readError(startOwner());
    expect(second.code).toBe(1);
    expect(second.text).toBe(
      `Second Read is already running on ${join(folder, 'a folder')} (process ${owner.pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    owner.kill('SIGTERM');
    await once(owner, 'exit');
  });

  it('stops with its owner on request', async () => {
    const owner = startOwner();
    const url = await firstLine(owner);
    owner.kill('SIGTERM');
    await once(owner, 'exit');
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  });

  it('is taken over, still running, after its owner was killed', async () => {
    const owner = startOwner();
    const url = await firstLine(owner);
    const pid = postmasterPid();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const database = await ownEmbedded({ folder: cluster, durable: false });
    expect(database.url).toBe(url);
    expect(postmasterPid()).toBe(pid);
    expect(await query(database.url, 'select word from kept')).toEqual([{ word: 'before' }]);
    await database.stop();
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('recovers after owner and server were both killed', async () => {
    const owner = startOwner();
    const url = await firstLine(owner);
    await query(url, `insert into kept values ('acknowledged')`);
    const pid = postmasterPid();
    owner.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await once(owner, 'exit');
    const database = await ownEmbedded({ folder: cluster, durable: false });
    expect(await query(database.url, `select word from kept where word = 'acknowledged'`)).toHaveLength(1);
    await database.stop();
  });

  it('starts although a pid file names a process that is something else', async () => {
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n0 0\nready   \n`,
    );
    const database = await ownEmbedded({ folder: cluster, durable: false });
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  it('gives one of two simultaneous first starts the folder, and tells the other', async () => {
    const fresh = join(folder, 'fresh', 'postgres');
    const results = await Promise.allSettled(
      [1, 2].map(() => ownEmbedded({ folder: fresh, durable: false })),
    );
    const owners = results.filter((result) => result.status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(owners).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain('already running');
    await owners[0]?.value.stop();
  });

  it('removes nothing of another start that creates the same folder', async () => {
    mkdirSync(join(folder, 'theirs', 'postgres.new-1'), { recursive: true });
    const database = await ownEmbedded({ folder: join(folder, 'theirs', 'postgres'), durable: false });
    expect(existsSync(join(folder, 'theirs', 'postgres.new-1'))).toBe(true);
    await database.stop();
  });

  it('tells its owner when it ends unexpectedly', async () => {
    let lost = 0;
    const database = await ownEmbedded({ folder: cluster, durable: false, onLost: () => lost++ });
    process.kill(postmasterPid(), 'SIGINT');
    for (let waited = 0; lost === 0 && waited < 60_000; waited += 50) await sleep(50);
    expect(lost).toBe(1);
    await database.stop();
  });

  it('survives the kill of a session with the same owner, and keeps what was stored', async () => {
    let lost = 0;
    const database = await ownEmbedded({ folder: cluster, durable: false, onLost: () => lost++ });
    await query(database.url, `insert into kept values ('before the kill')`);
    await killSession(database.url);
    await answering(database.url);
    expect(await query(database.url, `select 1 from kept where word = 'before the kill'`)).toHaveLength(1);
    const second = await readError(startOwner());
    expect(second.text).toContain('already running');
    await killSession(database.url);
    await answering(database.url);
    expect(lost).toBe(0);
    await database.stop();
    expect(findPostmaster(cluster)).toBeUndefined();
  });

  it('can be stopped right after one of its sessions was killed', async () => {
    const database = await ownEmbedded({ folder: cluster, durable: false });
    await killSession(database.url);
    await database.stop();
    expect(findPostmaster(cluster)).toBeUndefined();
  });

  it('is stopped although one of its sessions hangs', async () => {
    const database = await ownEmbedded({ folder: cluster, durable: false });
    const held = new pg.Client({ connectionString: database.url });
    held.on('error', () => {});
    await held.connect();
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP');
    await database.stop();
    expect(findPostmaster(cluster)).toBeUndefined();
  });

  it('starts where an earlier server never finished stopping', async () => {
    const owner = startOwner();
    const url = await firstLine(owner);
    const held = new pg.Client({ connectionString: url });
    held.on('error', () => {});
    await held.connect();
    const pid = postmasterPid();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    // It waits for the open session, and accepts no others meanwhile.
    process.kill(pid, 'SIGTERM');
    while (!readFileSync(join(cluster, 'postmaster.pid'), 'utf8').includes('stopping')) await sleep(20);
    const database = await ownEmbedded({ folder: cluster, durable: false });
    expect(postmasterPid()).not.toBe(pid);
    expect(await query(database.url, 'select word from kept')).toContainEqual({ word: 'before' });
    await database.stop();
  });

  it('accepts further processes only while its owner runs', async () => {
    await expect(joinEmbedded(cluster)).rejects.toThrow('No Second Read is running');
    const owner = await ownEmbedded({ folder: cluster, durable: false });
    const guest = await joinEmbedded(cluster);
    await guest.stop();
    expect(await query(guest.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await owner.stop();
  });

  it('keeps the pid file of a starting server, and removes one left empty by a crash', () => {
    const other = join(folder, 'starting');
    const file = join(other, 'postmaster.pid');
    mkdirSync(other);
    writeFileSync(file, '');
    expect(findPostmaster(other)).toMatchObject({ state: 'starting' });
    expect(existsSync(file)).toBe(true);
    const before = new Date(Date.now() - 60_000);
    utimesSync(file, before, before);
    expect(findPostmaster(other)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });
});

import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster, isAlive } from './postmaster.ts';

/** An arbitrary lock number in the `postgres` database. */
const lockKey = 736_201_947;
const ownerName = /^second-read owner (\d+)$/;

/** Another process owns this folder; the message is for whoever started the second. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * One server per folder, held by a database session: it ends with the process that took it, however
 * that process ends. The returned client must stay open.
 */
async function takeOwnership(url: string, folder: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `second-read owner ${process.pid}`,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    // A session of an owner that was just killed may need a moment to end.
    const deadline = Date.now() + 10_000;
    while (!(await tryLock(client))) {
      const owner = await ownerPid(client);
      if ((owner !== undefined && isAlive(owner)) || Date.now() > deadline) {
        throw new FolderInUseError(
          `Second Read is already running on ${folder}${owner ? ` (process ${owner})` : ''}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      await sleep(100);
    }
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** How long PostgreSQL may take to recover from a crash of one of its sessions. */
const recoveryMs = 120_000;

/**
 * Takes ownership, and again whenever its session ends while the same server keeps running: PostgreSQL ends
 * every session when one is killed, then recovers. Calls `onLost` if it does not come back.
 */
export async function keepOwnership(
  url: string,
  { folder, pid, onLost }: { folder: string; pid: number; onLost: () => void },
): Promise<pg.Client> {
  const client = await takeOwnership(url, dirname(folder));
  client.once('end', () => void regain());
  return client;

  async function regain(): Promise<void> {
    for (const deadline = Date.now() + recoveryMs; Date.now() < deadline; await sleep(100)) {
      const server = findPostmaster(folder);
      if (server?.pid !== pid || server.state === 'stopping') break;
      try {
        await keepOwnership(url, { folder, pid, onLost });
        return;
      } catch (error) {
        if (error instanceof FolderInUseError) break;
      }
    }
    onLost();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    lockKey,
  ]);
  return rows[0]?.locked === true;
}

async function ownerPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = $1`,
    [lockKey],
  );
  const pid = ownerName.exec(rows[0]?.name ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}

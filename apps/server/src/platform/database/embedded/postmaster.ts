import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { type ClusterOptions, dataFolderFlag, spawnIdentity } from './cluster.ts';

/** What a running server wrote into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

const pidFile = 'postmaster.pid';
/** A starting server creates its pid file empty; one that stays empty was left by a crash. */
const emptyForMs = 5_000;
const logLimitBytes = 8 * 1024 * 1024;

/** The server of this folder, running or starting. A file left by a dead one is removed. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readLines(join(folder, pidFile));
  if (lines === undefined) return undefined;
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (Number.isNaN(pid) && isFresh(join(folder, pidFile))) return { pid: 0, port: 0, state: 'starting' };
  if (!isPostgres(pid)) {
    rmSync(join(folder, pidFile), { force: true });
    return undefined;
  }
  const said = (lines[7] ?? '').trim();
  const state = said === 'ready' || said === 'stopping' ? said : 'starting';
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), state };
}

function isFresh(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made < emptyForMs;
}

function readLines(path: string): readonly string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** A pid may have been reused since; /proc tells, where it exists. */
function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  try {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return program.includes('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Settings of the embedded server. It listens on the loopback address only, and on no socket file. */
function settings(port: number, durable: boolean): readonly string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 60,
    shared_buffers: '64MB',
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, their parameters and error details may hold patient data: none of them is logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Starts a server that outlives this process: its own process group, so that Ctrl-C reaches us alone
 * and we can drain, and a log file rather than a pipe, which would break with us.
 */
export async function spawnPostmaster(options: ClusterOptions): Promise<ChildProcess> {
  const port = await freePort();
  const log = openLog(`${options.folder}.log`);
  try {
    const child = spawn(
      options.binaries.postgres,
      [...dataFolderFlag(options), ...settings(port, options.durable)],
      { ...spawnIdentity(options), detached: true, stdio: ['ignore', log, log] },
    );
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) truncateSync(path);
  return openSync(path, 'a', 0o600);
}

/**
 * Ways to stop a server, each with its time limit. Fast: disconnects clients and writes a checkpoint, which
 * a hung session can block for ever. Immediate: as after a crash; the next start recovers, and PostgreSQL
 * kills what has not ended 5 s later. Kill: leaves its sessions to end by themselves.
 */
const endings = [
  { signal: 'SIGINT', patienceMs: 12_000 },
  { signal: 'SIGQUIT', patienceMs: 8_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/** Stops the server, by force if needed. */
export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  const isRunning = () => findPostmaster(folder)?.pid === pid;
  for (const { signal, patienceMs } of endings) {
    if (!isRunning()) return;
    send(signal, pid);
    for (const deadline = Date.now() + patienceMs; isRunning() && Date.now() < deadline; ) await sleep(20);
  }
  if (isRunning()) throw new Error(`PostgreSQL (process ${pid}) could not be ended.`);
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

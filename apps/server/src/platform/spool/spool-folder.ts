import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for the files of one upload or run. */
export interface SpoolFolder {
  /** Made when the first file is written to it. */
  readonly path: string;
  /** Removes the folder and its contents. Idempotent. */
  discard(): Promise<void>;
}

/** Identifies the owner: machine, pid, and start of that process. */
const machine = hostname().replace(/[^a-zA-Z0-9-]/g, '-');
const incarnation = randomBytes(4).toString('hex');
const ownName = /^([a-zA-Z0-9-]+)\.(\d+)\.([0-9a-f]{8})\.[0-9a-f-]{36}$/;

/** Whether a process on another machine still runs is unknown here. */
const abandonedAfterMs = 60 * 60_000;

/** Folders of this process that are in use. */
const inUse = new Set<string>();

export function openSpoolFolder(uploadDir: string): SpoolFolder {
  const path = join(uploadDir, `${machine}.${process.pid}.${incarnation}.${randomUUID()}`);
  inUse.add(path);
  return {
    path,
    discard: async () => {
      try {
        await rm(path, { recursive: true, force: true });
      } finally {
        // What is left is swept.
        inUse.delete(path);
      }
    },
  };
}

/**
 * Removes folders without a running owner: at start those of a killed process, while running any that were
 * missed.
 */
export async function sweepSpool(uploadDir: string, now: Date): Promise<void> {
  await mkdir(uploadDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name);
    if (await isAbandoned(name, path, now)) await rm(path, { recursive: true, force: true });
  }
}

/** Removes every folder of this process, in use or not: no call waits for them any more. */
export async function clearOwnSpool(uploadDir: string): Promise<void> {
  const own = `${machine}.${process.pid}.${incarnation}.`;
  for (const name of await readdir(uploadDir).catch(() => []))
    if (name.startsWith(own)) await rm(join(uploadDir, name), { recursive: true, force: true });
}

async function isAbandoned(name: string, path: string, now: Date): Promise<boolean> {
  if (inUse.has(path)) return false;
  const [, host, pid, which] = ownName.exec(name) ?? [];
  if (host === machine && Number(pid) === process.pid) return true;
  if (host === machine && which !== undefined && !isAlive(Number(pid))) return true;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now.getTime() - found.mtimeMs > abandonedAfterMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

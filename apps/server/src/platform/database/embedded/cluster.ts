import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { isReachable, type ServiceAccount } from './service-account.ts';

export const superuser = 'second_read';

export interface ClusterOptions {
  readonly folder: string;
  readonly account: ServiceAccount;
  readonly binaries: Binaries;
  /** False only for throw-away test clusters. */
  readonly durable: boolean;
}

const passwordFile = 'second-read.password';

/** The password of the only database user; it is stored in the cluster's folder. */
export function clusterPassword(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8').trim();
}

/** Creates the cluster if absent. An incomplete one never has the final name. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  if (existsSync(join(options.folder, passwordFile))) return;
  const draft = `${options.folder}.new-${randomBytes(6).toString('hex')}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    if (options.account) chownSync(draft, options.account.uid, options.account.gid);
    const password = randomBytes(24).toString('base64url');
    await initialise({ ...options, folder: draft }, password);
    const kept = join(draft, passwordFile);
    writeFileSync(kept, password, { mode: 0o600, flush: true });
    if (options.account) chownSync(kept, options.account.uid, options.account.gid);
    renameSync(draft, options.folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start created the cluster meanwhile: use that.
    if (!existsSync(join(options.folder, passwordFile))) throw error;
  }
}

async function initialise(options: ClusterOptions, password: string): Promise<void> {
  const handedOver = join(tmpdir(), `second-read-${randomBytes(6).toString('hex')}`);
  writeFileSync(handedOver, `${password}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (options.account) chownSync(handedOver, options.account.uid, options.account.gid);
    await runInitdb(options, [
      `--username=${superuser}`,
      `--pwfile=${handedOver}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.durable ? [] : ['--no-sync']),
    ]);
  } finally {
    rmSync(handedOver, { force: true });
  }
}

function runInitdb(options: ClusterOptions, flags: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.binaries.initdb, [...dataFolderFlag(options), ...flags], {
      ...spawnIdentity(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`PostgreSQL could not create its files in ${dirname(options.folder)}: ${said}`)),
    );
  });
}

/**
 * The folder as passed to PostgreSQL. An account that cannot traverse its parents gets it as working
 * directory, entered before root's rights are dropped, and needs no path.
 */
export function dataFolderFlag({ folder, account }: ClusterOptions): readonly string[] {
  return ['-D', isReachable(folder, account) ? folder : '/proc/self/cwd'];
}

/** Account, working directory and a small environment for PostgreSQL's programs. */
export function spawnIdentity({ folder, account }: ClusterOptions) {
  return { ...account, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' } };
}

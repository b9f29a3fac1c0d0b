import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whom PostgreSQL runs as. Undefined: the same user as this process. */
export type ServiceAccount = { readonly uid: number; readonly gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. As root it therefore runs as the owner of an existing cluster, else
 * the system's `postgres` user (created if absent), else `nobody`.
 */
export function serviceAccount(clusterFolder: string): ServiceAccount {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(clusterFolder);
  if (owner !== undefined && owner.uid !== 0) return owner;
  return accountNamed('postgres') ?? createdAccount('postgres') ?? accountNamed('nobody');
}

function ownerOf(path: string): ServiceAccount {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function accountNamed(name: string): ServiceAccount {
  try {
    return { uid: numericId('-u', name), gid: numericId('-g', name) };
  } catch {
    return undefined;
  }
}

function numericId(flag: '-u' | '-g', name: string): number {
  return Number.parseInt(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }), 10);
}

function createdAccount(name: string): ServiceAccount {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name], {
      stdio: 'pipe',
    });
    return accountNamed(name);
  } catch {
    return undefined;
  }
}

/** Whether the account can traverse to `path`. Root's home, mode 700, is the usual obstacle. */
export function isReachable(path: string, account: ServiceAccount): boolean {
  if (account === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

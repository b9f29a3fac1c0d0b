import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Binaries, findBinaries } from '../../apps/server/src/platform/database/embedded/binaries.ts';
import { serviceAccount } from '../../apps/server/src/platform/database/embedded/service-account.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

export interface Cluster {
  readonly url: string;
  /** `PostgreSQL 15.18`, as it calls itself. */
  readonly version: string;
  readonly pid: number;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const debian = '/usr/lib/postgresql';

/**
 * A PostgreSQL of the benchmark's own on a free port of loopback, with the settings it comes with: of
 * BENCH_POSTGRES (a folder with `initdb` and `postgres`), else the newest that Debian installed, else the one
 * of npm.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-bench-postgres-'));
  const account = serviceAccount(folder);
  if (account) chownSync(folder, account.uid, account.gid);
  const { initdb, postgres } = binaries(account);
  const run = promisify(execFile);
  const data = join(folder, 'data');
  const fresh = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await run(initdb, fresh, { ...account, cwd: folder });
  const port = await freePort();
  const set = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...settings,
  ];
  const server = spawn(postgres, ['-D', data, ...set.flatMap((each) => ['-c', each])], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await readiness(server.stderr);
  const { stdout } = await run(postgres, ['--version']);
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    version: `PostgreSQL ${/\d+(\.\d+)?/.exec(stdout)?.[0]}`,
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function binaries(account: Parameters<typeof findBinaries>[0]): Binaries {
  const folder = process.env.BENCH_POSTGRES ?? newestOfDebian();
  if (folder === undefined) return findBinaries(account);
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

function newestOfDebian(): string | undefined {
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  return versions.map((version) => `${debian}/${version}/bin`).find((bin) => existsSync(`${bin}/postgres`));
}

async function readiness(said: NodeJS.ReadableStream): Promise<void> {
  let text = '';
  const ready = new Promise<void>((resolve) => {
    said.on('data', (chunk) => {
      text = (text + chunk).slice(-4_000);
      if (text.includes('ready to accept connections')) resolve();
    });
  });
  const late = sleep(60_000, undefined, { ref: false }).then(() => {
    throw new Error(`PostgreSQL did not start: ${text}`);
  });
  await Promise.race([ready, late]);
}

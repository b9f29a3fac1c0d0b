import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../apps/server/src/testing/orthanc.ts';

export interface RunningProduct {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Builds the product with the phantom as a fifth module, and runs it on data of its own. */
export async function serveWithPhantom(): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-phantom-'));
  const root = resolve(import.meta.dirname, '../..');
  const build = ['scripts/build.mjs', '--modules', import.meta.dirname, '--out', join(folder, 'product')];
  execFileSync(process.execPath, build, { cwd: root, stdio: 'ignore' });
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, [join(folder, 'product/apps/server/dist/main.js')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  return { origin, stop: () => stop(server, folder) };
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

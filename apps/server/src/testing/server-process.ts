import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loginReply } from '@second-read/contract/accounts';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its log and whatever else it wrote. */
  readonly said: () => string;
  readonly exit: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * The built server, or a worker, as a process of its own, on a port of its choice; built first where that is
 * due.
 */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  program: 'main' | 'worker' = 'main',
): Omit<ServerProcess, 'url'> {
  const child = spawn(process.execPath, ['scripts/run-program.mjs', program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      DEMO_SAMPLES: '0',
      PUBLIC_DEMO: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = once(child, 'close').then(([code]) => ({ code, stderr: stderr.trim() }));
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  return { child, exit, said: () => `${stdout}${stderr}` };
}

/** Resolves when it says that it is ready; rejects with what it said instead. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const { child, exit, said } = spawnServer(env);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const ready = /is ready at (https?:\/\/\S+)/.exec(said())?.[1];
      if (ready) resolve(ready);
    });
    exit.then(({ code, stderr }) => reject(new Error(`the server ended with ${code}: ${stderr}`)), reject);
  });
  return { url, child, exit, said };
}

/** An access token of the demo account, which exists a moment after the server is ready. */
export async function signInToDemo(url: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${url}/api/accounts/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'Demo-Reader-2026' }),
    });
    if (reply.ok) return loginReply.parse(await reply.json()).access;
    await sleep(100);
  }
}

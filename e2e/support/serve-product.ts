import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

const readyWithinMs = 120_000;

export interface RunningProduct {
  readonly origin: string;
  /** What it printed so far. */
  readonly printed: () => string;
  /** Ends the server and waits until it has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * A built server (`main`: its path) on a port of loopback nobody uses, with its data in `dataDir`.
 * @throws if it ends or is not ready within two minutes
 */
export async function serveProduct(
  main: string,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const port = await freePort();
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', PUBLIC_DEMO: '1', ...environment };
  const env = { ...process.env, ...own };
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + readyWithinMs; !(await isReady(origin)); await sleep(250)) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    if (Date.now() < deadline) continue;
    await stop();
    throw new Error('the server did not become ready');
  }
  return { origin, stop, printed: () => output };
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * npm run landing-pictures: takes every picture of the public pages and the tour from the built product,
 * which it starts on a port and a data folder of its own. `--tour` or `--stills` takes one kind alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const data = mkdtempSync(join(tmpdir(), 'landing-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const kinds = { '--stills': 'make-landing-pictures.mjs', '--tour': 'record-tour.mjs' };

const server = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data, UPLOAD_LIMIT: '100', LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});
const ended = new Promise((resolve) => server.on('exit', resolve));
let status = 0;
try {
  await ready();
  for (const [kind, script] of Object.entries(kinds)) {
    if (process.argv.length > 2 && !process.argv.includes(kind)) continue;
    const run = spawnSync(process.execPath, [join(import.meta.dirname, script), origin], {
      stdio: 'inherit',
    });
    status ||= run.status ?? 1;
  }
} finally {
  server.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}
process.exitCode = status;

async function ready() {
  for (let tries = 0; tries < 240; tries += 1) {
    const reply = await fetch(`${origin}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The product did not start: is it built (npm run build)?');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

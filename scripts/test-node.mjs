/**
 * npm run test:node -- 24: runs what depends on the runtime under another Node, which comes from npm as the
 * package for this system: the native modules with their tests, an analysis on the command line,
 * and the server up to its first signed-in user (argon2). A path to a program in place of a version is taken
 * as it is. Exits 1 where one fails.
 */
import './steps/require-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServerIfStale } from './steps/build-server.mjs';
import { buildWebIfStale } from './steps/build-web.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { recommended } from './steps/node-version.mjs';
import { provideNode } from './steps/provide-node.mjs';
import { root, run } from './steps/shell.mjs';

/** Tests that load sharp and the codecs, and pure code with recent language features. */
const tests = ['core/src/decode', 'core/src/pixels', 'apps/server/src/platform/compute/codecs'];
const startsWithinMs = 120_000;

installIfNeeded();
await buildServerIfStale();
await buildWebIfStale();
const folder = mkdtempSync(join(tmpdir(), 'test-node-'));
try {
  const wanted = process.argv[2] ?? recommended;
  const node = existsSync(wanted) ? resolve(wanted) : provideNode(wanted, join(folder, 'node'));
  if (node === undefined) throw new Error(`npm has no Node ${wanted} for this system`);
  console.log(`Under ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}:`);
  const parts = [
    ['tests', () => run(node, ['node_modules/vitest/vitest.mjs', 'run', ...tests]) === 0],
    ['an analysis', () => analyses(node)],
    ['the server', () => signsIn(node)],
  ];
  for (const [name, passes] of parts) {
    const isPassed = await passes();
    console.log(`${name}: ${isPassed ? 'passed' : 'FAILED'}`);
    if (!isPassed) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function analyses(node) {
  const samples = join(root, 'apps/web/public/samples/breast');
  const sample = readdirSync(samples).find((name) => name.endsWith('.png'));
  const out = join(folder, 'out');
  const call = ['apps/server/dist/cli.js', 'analyse', 'breast', join(samples, sample), '--out', out];
  if (run(node, call) !== 0) return false;
  return JSON.parse(readFileSync(join(out, 'results.jsonl'), 'utf8')).status === 'completed';
}

/** Whether the built server starts on a fresh data folder, and its demo account can sign in. */
async function signsIn(node) {
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' };
  const server = spawn(node, ['apps/server/dist/main.js'], { cwd: root, env });
  const ended = new Promise((done) => server.once('exit', done));
  let said = '';
  server.stdout.on('data', (text) => {
    said += text;
  });
  server.stderr.resume();
  const readyLine = () => said.match(/(http:\/\/\S+).*demo account: (\S+), password ([^\s)]+)/);
  for (let waitedMs = 0; !readyLine() && waitedMs < startsWithinMs; waitedMs += 100) await sleep(100);
  const [, address, username, password] = readyLine() ?? [];
  const reply = address && (await signIn(new URL('/api/accounts/login/', address), { username, password }));
  server.kill('SIGTERM');
  await ended;
  return reply === 200;
}

async function signIn(address, credentials) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(credentials) })).status;
}

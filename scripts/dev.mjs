/**
 * npm run dev: the server from its sources, started again on every change, and Vite's development
 * server in front of it. Ctrl-C ends both.
 */
import './steps/require-node.mjs';
import { spawn } from 'node:child_process';
import { installIfNeeded } from './steps/install.mjs';
import { root } from './steps/shell.mjs';

installIfNeeded();

const port = process.env.PORT ?? '3000';
const env = { ...process.env, PORT: port, API_ORIGIN: `http://127.0.0.1:${port}` };
// In process groups of their own, so that Ctrl-C reaches them once, through us: a watcher signalled twice
// kills its server.
const start = (args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit', detached: true });
const children = [
  start(['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'apps/server/src/main.ts']),
  start(['node_modules/vite/bin/vite.js', '--config', 'apps/web/vite.config.ts']),
];

let isEnding = false;
function endAll(signal) {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= isEnding ? 0 : (code ?? 1);
    endAll('SIGTERM');
  });
}

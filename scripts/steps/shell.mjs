import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');
const isWindows = process.platform === 'win32';
export const npm = isWindows ? 'npm.cmd' : 'npm';

/**
 * Runs a program in the root of the repository and returns its exit status. With `toStderr` its output goes
 * to stderr, since stdout may belong to the calling command.
 */
export function run(program, args, { toStderr = false, env = {} } = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', toStderr ? process.stderr : 'inherit', 'inherit'],
    shell: isWindows,
  });
  if (error) console.error(error.message);
  return status ?? 1;
}

/** Runs a program of an npm package by its script file: no shell, no PATH. */
export function runPackage(script, args, options) {
  return run(process.execPath, [resolve(root, 'node_modules', script), ...args], options);
}

/**
 * Runs a program of an npm package beside what else runs; resolves with its exit status and what it printed.
 */
export function collectPackage(script, args) {
  const child = spawn(process.execPath, [resolve(root, 'node_modules', script), ...args], { cwd: root });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ status: code ?? 1, output: Buffer.concat(output).toString() }));
  });
}

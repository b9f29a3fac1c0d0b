import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');
const isWindows = process.platform === 'win32';

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
 * Starts a program of an npm package beside what else runs. What it prints is kept until `tell` is called,
 * and passed on from then: two programs would else talk into each other's lines.
 *
 * @returns `tell`, and `status`, a promise of the exit status.
 */
export function startPackage(script, args, { env = {} } = {}) {
  const child = spawn(process.execPath, [resolve(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept = [];
  let isTold = false;
  const take = (chunk) => void (isTold ? process.stdout.write(chunk) : kept.push(chunk));
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const status = new Promise((done) => {
    child.on('error', (error) => {
      take(`${error.message}\n`);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
  const tell = () => {
    isTold = true;
    for (const chunk of kept.splice(0)) process.stdout.write(chunk);
  };
  return { status, tell };
}

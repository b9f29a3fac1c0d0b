/**
 * Passes a long list of arguments to a child process through a file. The inference library parses its
 * process's command line with a recursive matcher in a thread of small stack: some 300 file names cause a
 * segmentation fault.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Characters; the fault occurs from about 15,000 on. */
const maxCharacters = 2000;
const fromFile = '--arguments-from';

/** The arguments, also if passed through a file. */
export function readArguments(given) {
  const [first, file] = given;
  return first === fromFile && file !== undefined ? JSON.parse(readFileSync(file, 'utf8')) : given;
}

/** Whether these arguments are too long for the command line. */
export function areLong(args) {
  return args.join(' ').length > maxCharacters;
}

/** Runs `script` again with `args` in a file, and exits with its status. */
export function runWithLongArguments(script, program, args) {
  const folder = mkdtempSync(join(tmpdir(), 'second-read-arguments-'));
  const file = join(folder, 'arguments.json');
  writeFileSync(file, JSON.stringify(args));
  const child = spawn(process.execPath, [...process.execArgv, script, program, fromFile, file], {
    stdio: 'inherit',
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  child.on('exit', (code, signal) => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of signals) process.off(each, forward);
    if (signal !== null) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}

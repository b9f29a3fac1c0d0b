/**
 * Imported first by every script: where Node is too old, runs the script on one from npm instead, kept in
 * `.cache`, and ends with its status. What is imported beside this module must parse on Node 20.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isNewEnough, recommended } from './node-version.mjs';
import { provideNode } from './provide-node.mjs';
import { root } from './shell.mjs';

if (!isNewEnough(process.versions.node)) await runOnNewerNode();

async function runOnNewerNode() {
  const program = provideNode(recommended, join(root, '.cache', `node-${recommended}`), () =>
    console.error(
      `Node ${process.versions.node} is too old: fetching Node ${recommended} from npm into .cache, once …`,
    ),
  );
  if (program === undefined) {
    console.error(`Node ${recommended} could not be fetched. Install it from https://nodejs.org.`);
    process.exit(1);
  }
  // First on the path as well: npm and other programs look for it there.
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' });
  // Ctrl-C reaches both through the terminal; a signal to this process alone is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((done) => child.on('exit', (...end) => done(end)));
  process.exit(code ?? 128 + constants.signals[signal]);
}

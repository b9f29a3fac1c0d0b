/**
 * Runs one of the server's programs: `run-program.mjs <program> [arguments]`. Everything this script
 * has to say goes to stderr, so that stdout is the program's own.
 */
import './steps/require-node.mjs';
import { buildServerIfStale } from './steps/build-server.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { areLong, readArguments, runWithLongArguments } from './steps/long-arguments.mjs';
import { root } from './steps/shell.mjs';

const [program, ...given] = process.argv.slice(2);
if (areLong(given)) {
  runWithLongArguments(import.meta.filename, program, given);
} else {
  installIfNeeded({ isForUse: true });
  await buildServerIfStale();
  const file = `${root}/apps/server/dist/${program}.js`;
  process.argv = [process.execPath, file, ...readArguments(given)];
  await import(`../apps/server/dist/${program}.js`);
}

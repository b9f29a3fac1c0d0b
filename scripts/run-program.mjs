/**
 * Runs one of the server's programs: `run-program.mjs <program> [arguments]`. Everything this script
 * has to say goes to stderr, so that stdout is the program's own.
 */
import { buildServerIfStale } from './steps/build-server.mjs';
import { installIfNeeded } from './steps/install.mjs';
import { requireNode, root } from './steps/shell.mjs';

requireNode();
installIfNeeded();
await buildServerIfStale();
const [program, ...rest] = process.argv.slice(2);
const file = `${root}/apps/server/dist/${program}.js`;
process.argv = [process.execPath, file, ...rest];
await import(`../apps/server/dist/${program}.js`);

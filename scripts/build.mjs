/**
 * npm run build: the server's programs and the browser application, whether stale or not.
 * `-- --modules FOLDER --out FOLDER` builds them with the module lists of another folder, ready to run from
 * `OUT/apps/server/dist/main.js`.
 */
import './steps/require-node.mjs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installIfNeeded } from './steps/install.mjs';

const { values } = parseArgs({ options: { modules: { type: 'string' }, out: { type: 'string' } } });

installIfNeeded({ isForUse: true });
if (values.modules !== undefined && values.out !== undefined) {
  const { buildWithModules } = await import('./steps/build-with-modules.mjs');
  await buildWithModules(resolve(values.modules), resolve(values.out));
} else {
  const { buildServerIfStale } = await import('./steps/build-server.mjs');
  const { buildWebIfStale } = await import('./steps/build-web.mjs');
  await buildServerIfStale({ force: true });
  await buildWebIfStale({ force: true });
}

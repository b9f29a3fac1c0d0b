import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleServer } from './build-server.mjs';
import { moduleListsOf } from './module-lists.mjs';
import { root, runPackage } from './shell.mjs';

/** What the programs look for beside and above themselves. */
const besides = [
  'package.json',
  'node_modules',
  'analyses',
  'apps/server/package.json',
  'apps/server/node_modules',
  'apps/server/drizzle',
  'apps/server/assets',
  'apps/contract/fonts',
  'apps/contract/package.json',
  'apps/web/public',
];

/** Builds server and browser application into `out`, with the module lists of `modules`. */
export async function buildWithModules(modules, out) {
  for (const path of besides.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    if (!existsSync(join(out, path))) symlinkSync(join(root, path), join(out, path), 'junction');
  }
  await bundleServer(join(out, 'apps', 'server', 'dist'), [moduleListsOf(modules).esbuild]);
  const web = join(out, 'apps', 'web', 'dist');
  const args = ['build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'error', '--outDir', web];
  const status = runPackage('vite/bin/vite.js', args, { toStderr: true, env: { MODULE_LISTS: modules } });
  if (status !== 0) throw new Error(`vite ended with ${status}`);
}

import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './shell.mjs';

const analyses = join(root, 'analyses');
const lists = ['manifest-list.ts', 'module-list.ts', 'engine-list.ts'];

/**
 * Bundles a folder's lists of manifests, modules and engines in place of those of the product, which the
 * folder's own may import. For esbuild and for Vite.
 */
export function moduleListsOf(folder) {
  const missing = lists.filter((list) => !readdirSync(folder).includes(list));
  if (missing.length > 0) throw new Error(`${folder} has no ${missing.join(' and no ')}`);
  const replaced = (path, importer) => {
    const list = lists.find((name) => path === `./${name}`);
    return list && importer && dirname(importer) === analyses && !importer.startsWith(folder + sep)
      ? join(folder, list)
      : undefined;
  };
  return {
    esbuild: {
      name: 'module-lists',
      setup(build) {
        build.onResolve({ filter: /-list\.ts$/ }, ({ path, importer }) => {
          const found = replaced(path, importer);
          return found && { path: found };
        });
      },
    },
    vite: { name: 'module-lists', enforce: 'pre', resolveId: (path, importer) => replaced(path, importer) },
  };
}

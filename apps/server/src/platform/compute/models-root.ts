import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `analyses` folder above this file, whether it runs from source or bundled. */
export const findModelsRoot = (): string => folderAbove('analyses');

/** A folder of ours, by its path from the root. */
export function folderAbove(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const found = join(folder, path);
    if (existsSync(join(found, 'package.json'))) return found;
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no folder ${path} above the program`);
    folder = parent;
  }
}

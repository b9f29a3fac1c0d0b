import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `analyses` folder above this file, whether it runs from source or bundled. */
export function findModelsRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const analyses = join(folder, 'analyses');
    if (existsSync(join(analyses, 'package.json'))) return analyses;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no folder `analyses` above the program');
    folder = parent;
  }
}

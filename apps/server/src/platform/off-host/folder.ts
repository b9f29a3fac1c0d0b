import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OffHost } from './off-host.ts';

/** A remote folder: a share to which this machine may only add. */
export function openFolder(folder: string): OffHost {
  return {
    keep: async (name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(join(folder, name), 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    readAll: async function* () {
      for (const name of await readdir(folder)) {
        if (name.endsWith('.json')) yield { name, text: await readFile(join(folder, name), 'utf8') };
      }
    },
  };
}

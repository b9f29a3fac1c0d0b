import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const abandonedAfterMs = 60 * 60_000;

/** Removes what a killed process left half-received. Recent folders may be in use by a process beside this one. */
export async function clearAbandonedUploads(uploadDir: string, now: Date): Promise<void> {
  await mkdir(uploadDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(uploadDir)) {
    const path = join(uploadDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
}

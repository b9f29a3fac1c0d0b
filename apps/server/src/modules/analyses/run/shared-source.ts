import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { loggableError } from '../../../platform/log/loggable-error.ts';
import { writeSealed } from '../../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import type { Run } from '../analyses.repository.ts';

/** So long the next frame of a file may take to come. */
const keptMs = 2_000;

interface Shared {
  readonly path: Promise<string>;
  readonly discard: () => Promise<void>;
  users: number;
}

/** By their keys in the store. */
const copies = new Map<string, Shared>();

/**
 * Lets `use` read the upload of a run from this machine's disk, where it is encrypted. Frames of one file
 * that are read at the same time, or one after the other, share one copy.
 * @throws where the upload is missing
 */
export async function withSource<T>(
  { sourceKey, batchId, frame }: Pick<Run, 'sourceKey' | 'batchId' | 'frame'>,
  context: Pick<AppContext, 'blobs' | 'config' | 'log' | 'traces'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (sourceKey === null) throw new Error('the upload of an analysis is missing');
  const copy = copies.get(sourceKey) ?? copyOf(sourceKey, context);
  copies.set(sourceKey, copy);
  copy.users += 1;
  try {
    return await use(await copy.path);
  } catch (error) {
    // Whatever failed, the next run makes a copy anew.
    forget(sourceKey, copy);
    throw error;
  } finally {
    copy.users -= 1;
    if (batchId === null || frame === null) await leave(sourceKey, copy, context);
    else void sleep(keptMs, undefined, { ref: false }).then(() => leave(sourceKey, copy, context));
  }
}

function copyOf(
  key: string,
  { blobs, config, traces }: Pick<AppContext, 'blobs' | 'config' | 'traces'>,
): Shared {
  const folder = openSpoolFolder(config.uploadDir);
  const path = traces.span('fetch upload', async () => {
    const blob = await blobs.open(key);
    if (!blob) throw new Error('the upload of an analysis is missing');
    const file = join(folder.path, 'source');
    await writeSealed(file, blob.stream, spoolKey());
    return file;
  });
  return { path, discard: () => folder.discard(), users: 0 };
}

function forget(key: string, copy: Shared): void {
  if (copies.get(key) === copy) copies.delete(key);
}

/** What cannot be removed now is swept later: the run has its result. */
async function leave(key: string, copy: Shared, { log }: Pick<AppContext, 'log'>): Promise<void> {
  if (copy.users > 0) return;
  forget(key, copy);
  await copy
    .discard()
    .catch((error: unknown) => log.warn({ err: loggableError(error) }, 'a copy of an upload was left'));
}

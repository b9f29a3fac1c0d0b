import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertBlobKey } from './blob-key.ts';
import type { BlobInfo, Blobs } from './blobs.ts';

/** Partial files are in a separate folder on the same file system, so that a rename is atomic. */
const incomingName = '.incoming';
/** No picture takes as long to write. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Pictures in a folder of this machine. */
export async function openFolderBlobs(root: string): Promise<Blobs> {
  const incoming = join(root, incomingName);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  const sweeping = setInterval(() => void removeAbandoned(incoming).catch(() => undefined), abandonedAfterMs);
  sweeping.unref();
  const pathOf = (key: string) => join(root, ...assertBlobKey(key).split('/'));

  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const draft = join(incoming, randomUUID());
      try {
        const info = await writeDurably(draft, content);
        await makeFolders(root, dirname(path));
        await rename(draft, path);
        await syncFolder(dirname(path));
        return info;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: async (key) => {
      const file = await openIfPresent(pathOf(key));
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        return { info: { bytes: size }, stream: file.createReadStream() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    has: async (key) => (await stat(pathOf(key)).catch(absentAsUndefined))?.isFile() === true,
    delete: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    list: (before) => keysIn(root, before),
    check: async () => {
      const { bavail } = await statfs(incoming);
      if (bavail === 0) throw new Error('The disk that holds the pictures is full.');
      const probe = join(incoming, randomUUID());
      // On a full disk an empty file remains of it.
      await writeDurably(probe, new Uint8Array(1)).finally(() => rm(probe, { force: true }));
    },
    close: async () => clearInterval(sweeping),
  };
}

async function* keysIn(root: string, before: Date): AsyncGenerator<string> {
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const key = relative(root, path).split(sep).join('/');
    if (!entry.isFile() || key.startsWith(`${incomingName}/`)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before.getTime()) yield key;
  }
}

async function writeDurably(path: string, content: Readable | Uint8Array): Promise<BlobInfo> {
  if (!(content instanceof Readable)) {
    await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
    return { bytes: content.length };
  }
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, sink);
  return { bytes: sink.bytesWritten };
}

/** Creates the folders from `root` to `folder` and syncs each new entry in its parent. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const parts = relative(root, folder).split(sep);
  for (let depth = 0; depth < parts.length; depth++) await syncFolder(join(root, ...parts.slice(0, depth)));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no folder handles; its file systems order renames themselves.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  } catch (error) {
    return absentAsUndefined(error);
  }
}

/** Throws what is not the absence of a file. */
function absentAsUndefined(error: unknown): undefined {
  const isAbsent =
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
  if (!isAbsent) throw error;
}

/** Removes what a killed process left half-written. Recent files may belong to another running process. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

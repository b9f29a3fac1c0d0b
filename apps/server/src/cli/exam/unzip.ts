import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { UsageError } from '../usage-error.ts';

/** A file that was unpacked: what it is called in the archive, and where it lies. */
export interface Unpacked {
  readonly name: string;
  readonly path: string;
}

/** What one archive may hold. Pictures hardly ever compress to a fiftieth; a bomb does to a thousandth. */
const limits = { entries: 5_000, totalBytes: 8 * 1024 ** 3, ratio: 200, harmlessBytes: 1024 ** 2 } as const;

/**
 * Unpacks an archive into a folder, under numbers: no name of the archive reaches the file system. Throws
 * `UsageError`.
 */
export async function unzip(archive: string, folder: string): Promise<Unpacked[]> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(archive)), { useWebWorkers: false });
  const unpacked: Unpacked[] = [];
  let total = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || isBelonging(entry.filename)) continue;
      if (entry.encrypted) throw new UsageError(`${archive} is protected by a password.`);
      const { uncompressedSize: size, compressedSize } = entry;
      total += size;
      const isBomb = size > limits.harmlessBytes && size > limits.ratio * Math.max(1, compressedSize);
      if (isBomb || total > limits.totalBytes || unpacked.length >= limits.entries) {
        throw new UsageError(`${archive} would unpack to far more than images do.`);
      }
      const path = join(folder, String(unpacked.length));
      await unpack(entry, path, archive);
      unpacked.push({ name: `${archive}/${entry.filename}`, path });
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${archive} is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  return unpacked;
}

/** Throws `UsageError` where the entry is not what was packed. */
async function unpack(entry: FileEntry, path: string, archive: string): Promise<void> {
  try {
    const options = { useWebWorkers: false, checkSignature: true };
    await entry.getData(Writable.toWeb(createWriteStream(path)), options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${archive} is damaged: ${entry.filename} cannot be unpacked (${why}).`);
  }
}

/** What macOS and others put beside the files. */
function isBelonging(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)\.[^/]*$/.test(name);
}

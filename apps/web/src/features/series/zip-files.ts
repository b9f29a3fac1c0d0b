import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { SeriesError } from './series-error.ts';
import type { SourceFile } from './source-file.ts';

/** What one ZIP may hold. Pictures hardly ever compress to a fiftieth; a bomb does to a thousandth. */
export const zipLimits = {
  entries: 5_000,
  /** Of everything together, unpacked: 1,000 slices of 8 MB. */
  totalBytes: 8 * 1024 ** 3,
  /** Unpacked over packed, of one file. */
  ratio: 200,
  /** Small files of zeros are no danger, whatever their ratio. */
  harmlessBytes: 1024 * 1024,
} as const;

const messages = {
  broken: 'The ZIP file is damaged and could not be read.',
  bomb: 'The ZIP file was not opened: it would unpack to far more than images do.',
  tooMany: `The ZIP file was not opened: it holds more than ${zipLimits.entries.toLocaleString('en')} files.`,
  encrypted: 'The ZIP file is protected by a password and could not be read.',
} as const;

/**
 * The files of an archive, from its directory alone. Each is unpacked when it is asked for, and not beyond
 * the size that the directory states.
 * @throws SeriesError for a damaged archive, one with a password, or one that looks like a bomb.
 */
export async function zipFiles(archive: File): Promise<SourceFile[]> {
  // Workers would be made from a string, for nothing: reading here does not block, the browser inflates
  // natively.
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false });
  const files: SourceFile[] = [];
  let total = 0;
  let seen = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      seen += 1;
      if (seen > zipLimits.entries) throw new SeriesError(messages.tooMany);
      if (entry.directory || isBelonging(entry.filename)) continue;
      if (entry.encrypted) throw new SeriesError(messages.encrypted);
      total += entry.uncompressedSize;
      if (total > zipLimits.totalBytes || isBomb(entry)) throw new SeriesError(messages.bomb);
      files.push(packedFile(entry));
    }
    return files;
  } catch (error) {
    throw error instanceof SeriesError ? error : new SeriesError(messages.broken, { cause: error });
  }
}

function damagedEntry(name: string): string {
  return `${messages.broken} Damaged: ${name}.`;
}

/** What macOS and others put beside the files. */
function isBelonging(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)\.[^/]*$/.test(name);
}

function isBomb({
  uncompressedSize,
  compressedSize,
}: Pick<FileEntry, 'uncompressedSize' | 'compressedSize'>) {
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  return uncompressedSize > zipLimits.harmlessBytes && ratio > zipLimits.ratio;
}

function packedFile(entry: FileEntry): SourceFile {
  const { filename: name, uncompressedSize: size } = entry;
  return {
    name,
    size,
    head: (bytes) => unpack(entry, Math.min(bytes, size)),
    file: async () => {
      const bytes = await unpack(entry, size);
      if (bytes.length < size) throw new SeriesError(damagedEntry(name));
      return new File([bytes], name.split('/').pop() ?? name);
    },
  };
}

/** The first bytes of an entry, up to `max`: what comes beyond is not waited for. */
async function unpack(entry: FileEntry, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(max);
  const enough = new AbortController();
  let length = 0;
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => {
      const part = chunk.subarray(0, max - length);
      bytes.set(part, length);
      length += part.length;
      if (chunk.length > part.length || (length === max && max < entry.uncompressedSize)) enough.abort();
    },
  });
  try {
    // Only the whole has a checksum.
    const checkSignature = max === entry.uncompressedSize;
    await entry.getData(sink, { signal: enough.signal, useWebWorkers: false, checkSignature });
  } catch (error) {
    if (!enough.signal.aborted) throw new SeriesError(damagedEntry(entry.filename), { cause: error });
  }
  return bytes.subarray(0, length);
}

import { SeriesError } from './series-error.ts';

/** So many files are taken from dropped folders: as many as a series may have slices. */
export const maxDroppedFiles = 1_000;

const tooMany = `More than ${maxDroppedFiles.toLocaleString('en')} files were dropped. Drop a folder with fewer, or a ZIP.`;

/**
 * The files of a drop, those in its folders too, however deep. A promise only where there is a folder to
 * walk. To be called while the event is handled: the browser forgets afterwards what was dropped.
 * @throws SeriesError by the promise where there are more than a thousand files.
 */
export function droppedFiles(
  dropped: Pick<DataTransfer, 'items' | 'files'>,
): readonly File[] | Promise<readonly File[]> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some(isFolder) ? walk(entries) : [...dropped.files];
}

async function walk(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  const take = async (found: readonly FileSystemEntry[]) => {
    for (const entry of found) {
      if (isHidden(entry)) continue;
      if (isFolder(entry)) folders.push(entry);
      else if (isFile(entry)) files.push(await fileOf(entry));
      if (files.length > maxDroppedFiles) throw new SeriesError(tooMany);
    }
  };
  await take(entries);
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    const reader = folder.createReader();
    // A reader gives its entries in parts; an empty one is the last.
    for (let part = await nextPart(reader); part.length > 0; part = await nextPart(reader)) await take(part);
  }
  return files;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** What systems put beside the files. */
function isHidden({ name }: FileSystemEntry): boolean {
  return name.startsWith('.') || name === '__MACOSX';
}

function nextPart(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

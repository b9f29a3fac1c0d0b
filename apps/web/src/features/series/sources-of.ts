import { isZip } from './is-zip.ts';
import { pickedFile, type SourceFile } from './source-file.ts';

/** So many files are looked at, at once. */
export const abreast = 8;

/**
 * In the order chosen; a few looked at abreast, for asking a browser for a part of a file halts the page. Of
 * many files only those that are named so are looked into for a ZIP.
 */
export async function sourcesOf(chosen: readonly File[]): Promise<SourceFile[]> {
  const mayBeZip = ({ name }: File) => chosen.length === 1 || /\.zip$/i.test(name);
  const sources: (readonly SourceFile[])[] = [];
  const queue = chosen.entries();
  const work = async () => {
    for (const [at, file] of queue)
      sources[at] = mayBeZip(file) && (await isZip(file)) ? await unpacked(file) : [pickedFile(file)];
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return sources.flat();
}

async function unpacked(file: File): Promise<readonly SourceFile[]> {
  // Fetched where there is an archive.
  const { zipFiles } = await import('./zip-files.ts');
  return zipFiles(file);
}

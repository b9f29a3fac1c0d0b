import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReadOutcome } from '../platform/compute/compute.ts';
import type { MapPaths } from './result-line.ts';

const folder = 'labels';

/**
 * Saves the label map and further maps of input number `index`. Names begin with the number, so that two
 * inputs of one name, or one input given twice, never share a file.
 */
export async function saveMaps(
  outcome: Extract<ReadOutcome, { status: 'completed' }>,
  out: string,
  { file, index }: { readonly file: string; readonly index: number },
): Promise<MapPaths> {
  await mkdir(join(out, folder), { recursive: true });
  const stem = `${String(index + 1).padStart(5, '0')}-${safeName(file)}`;
  const save = async (name: string, png: Uint8Array): Promise<string> => {
    const path = `${folder}/${name}.png`;
    await writeFile(join(out, path), png);
    return path;
  };
  const extra: Record<string, string> = {};
  for (const [name, png] of Object.entries(outcome.extraMaps)) {
    extra[name] = await save(`${stem}.${safeName(name)}`, png);
  }
  return { labels: await save(stem, outcome.labels), extra };
}

/** Where the label map of input number `index` goes, below the output folder. */
export function labelMapName(index: number, file: string): string {
  return `${folder}/${String(index + 1).padStart(5, '0')}-${safeName(file)}.png`;
}

/** Letters, digits and a few signs of the name, so that no input's name reaches the file system as it is. */
function safeName(file: string): string {
  return (
    basename(file)
      .replace(/\.[^.]*$/, '')
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .slice(0, 60) || 'image'
  );
}

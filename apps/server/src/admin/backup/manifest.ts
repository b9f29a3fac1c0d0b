import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AdminRefusal } from '../../modules/accounts/index.ts';

/**
 * What a backup holds. The folder beside it: `tables/<name>.jsonl`, a row in JSON a line; `pictures.jsonl`, a line
 * for each picture; `pictures/<key>`, sealed as in the store.
 */
const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  schema: z.string(),
  /** Ids of the data keys that were in use; the keys themselves are not in the backup. */
  keys: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() })),
  pictures: z.object({ count: z.number().int(), sha256: z.string() }),
});
export type Manifest = z.infer<typeof manifest>;

const pictureLine = z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() });
export type PictureLine = z.infer<typeof pictureLine>;

export const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.jsonl`);
export const pictureListFile = (folder: string) => join(folder, 'pictures.jsonl');
export const pictureFile = (folder: string, key: string) => join(folder, 'pictures', ...key.split('/'));

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new AdminRefusal(`There is no backup in ${folder}.`);
  });
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new AdminRefusal(`The backup in ${folder} is of another format.`);
  return parsed.data;
}

export async function readPictureList(folder: string): Promise<PictureLine[]> {
  const text = await readFile(pictureListFile(folder), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => pictureLine.parse(JSON.parse(line)));
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Throws where a file of the backup is missing or is not as it was written. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  const check = async (path: string, expected: string) => {
    const actual = await sha256OfFile(path).catch(() => undefined);
    if (actual === undefined) throw new AdminRefusal(`The backup is incomplete: ${path} is missing.`);
    if (actual !== expected)
      throw new AdminRefusal(`The backup is damaged: ${path} is not as it was written.`);
  };
  for (const { name, sha256 } of found.tables) await check(tableFile(folder, name), sha256);
  await check(pictureListFile(folder), found.pictures.sha256);
  for (const { key, sha256 } of await readPictureList(folder)) await check(pictureFile(folder, key), sha256);
  return found;
}

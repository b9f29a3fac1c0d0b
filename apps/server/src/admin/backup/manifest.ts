import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AdminRefusal } from '../../modules/accounts/index.ts';
import { deriveKey, findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';

const format = 2;

/**
 * What a backup holds. The folder beside it: `tables/<name>.jsonl`, a row in JSON a line; `pictures.jsonl`, a
 * line for each picture; `pictures/<key>`, sealed as in the store.
 */
const manifest = z.object({
  format: z.literal(format),
  madeAt: z.string(),
  schema: z.string(),
  /** Ids of the data keys that were in use; the keys themselves are not in the backup. */
  keys: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() })),
  pictures: z.object({ count: z.number().int(), sha256: z.string() }),
  /** The key that it is sealed under: the first of those in use. */
  sealedBy: z.string(),
});
const sealedManifest = manifest.extend({ seal: z.string() });
export type Manifest = z.infer<typeof manifest>;

const pictureLine = z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() });
export type PictureLine = z.infer<typeof pictureLine>;

export const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.jsonl`);
export const pictureListFile = (folder: string) => join(folder, 'pictures.jsonl');
export const pictureFile = (folder: string, key: string) => join(folder, 'pictures', ...key.split('/'));

/**
 * Writes the manifest with its seal: an HMAC under a data key over the whole of it, and so over the digest of
 * every file. Whoever can write to the backup alone can change nothing of it unnoticed.
 */
export async function writeManifest(folder: string, made: Manifest, keys: KeyRing): Promise<void> {
  const path = join(folder, 'manifest.json');
  const text = JSON.stringify({ ...made, seal: sealOf(made, keys) }, null, 2);
  await writeFile(`${path}.part`, `${text}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

function sealOf(made: Manifest, keys: KeyRing): string {
  const key = findKey(keys, made.sealedBy);
  if (!key)
    throw new AdminRefusal(`The backup needs the data key ${made.sealedBy}, which is not in DATA_KEYS.`);
  // Parsed again for the order of its fields.
  const text = JSON.stringify(manifest.parse(made));
  return createHmac('sha256', deriveKey(key, 'backup')).update(text).digest('base64url');
}

async function readManifest(folder: string, keys: KeyRing): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new AdminRefusal(`There is no backup in ${folder}.`);
  });
  const json = jsonIn(text);
  const parsed = sealedManifest.safeParse(json);
  if (!parsed.success) throw new AdminRefusal(wordsOnFormat(folder, json));
  const { seal, ...found } = parsed.data;
  if (!isSame(seal, sealOf(found, keys)))
    throw new AdminRefusal('The backup was altered: its manifest is not as it was sealed.');
  return found;
}

function wordsOnFormat(folder: string, json: unknown): string {
  const other = z.object({ format: z.number(), schema: z.string().optional() }).safeParse(json);
  if (!other.success || other.data.format === format)
    return `The backup in ${folder} is damaged, or of another format: its manifest cannot be read.`;
  return `The backup in ${folder} is of another format (${other.data.format}; this version reads ${format}): restore it with the version that made it, then start this one.`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
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

/** Throws where the manifest is not as it was sealed, or a file is missing or not as the manifest has it. */
export async function verifyBackup(folder: string, keys: KeyRing): Promise<Manifest> {
  const found = await readManifest(folder, keys);
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

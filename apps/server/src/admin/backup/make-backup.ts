import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { type AdminContext, AdminRefusal } from '../../modules/accounts/index.ts';
import * as schema from '../../platform/database/schema.ts';
import { whileNothingIsErased } from '../erasure-lock.ts';
import { isNamed, storedBlobs } from '../stored-blobs.ts';
import {
  type Manifest,
  pictureFile,
  pictureListFile,
  sha256OfFile,
  tableFile,
  writeManifest,
} from './manifest.ts';
import { schemaVersion, type Table, tablesInOrder } from './tables.ts';

const batch = 500;
const ownerOnly = { mode: 0o600 } as const;

/**
 * Writes database and pictures into an empty folder, beside a running server: the rows as of one moment, then
 * the pictures that they name. Pictures and patient IDs stay sealed. The manifest comes last: without it
 * there is no backup. Throws where a picture is missing. Nothing is erased meanwhile; analyses that have not
 * ended come without their images, since they are run no more once restored.
 */
export function makeBackup(folder: string, context: AdminContext): Promise<Manifest> {
  return whileNothingIsErased(context.db, () => writeBackup(folder, context));
}

async function writeBackup(folder: string, context: AdminContext): Promise<Manifest> {
  await emptyFolder(folder);
  const client = await context.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = [];
    for (const table of await tablesInOrder(client)) tables.push(await writeTable(folder, table, client));
    const pictures = await writePictures(folder, { client, stored: context.stored, db: context.db });
    const made: Manifest = {
      format: 2,
      madeAt: context.now().toISOString(),
      schema: await schemaVersion(client),
      keys: context.config.keys.map(({ id }) => id),
      tables,
      pictures,
      sealedBy: context.config.keys[0].id,
    };
    await writeManifest(folder, made, context.config.keys);
    return made;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

async function emptyFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const present = (await readdir(folder)).filter((name) => name !== 'tables');
  const isEmpty = present.length === 0 && (await readdir(join(folder, 'tables'))).length === 0;
  if (!isEmpty) throw new AdminRefusal(`${folder} is not empty.`);
}

async function writeTable(folder: string, table: Table, client: PoolClient) {
  const path = tableFile(folder, table.name);
  let rows = 0;
  async function* lines() {
    await client.query(`DECLARE saved CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${table.quoted} t`);
    for (;;) {
      const page = await client.query<{ row: string }>(`FETCH ${batch} FROM saved`);
      rows += page.rows.length;
      // A row's text has no line break: JSON writes it as two characters.
      if (page.rows.length > 0) yield `${page.rows.map(({ row }) => row).join('\n')}\n`;
      if (page.rows.length < batch) break;
    }
    await client.query('CLOSE saved');
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, ownerOnly));
  return { name: table.name, rows, sha256: await sha256OfFile(path) };
}

async function writePictures(
  folder: string,
  { client, stored, db }: { client: PoolClient } & Pick<AdminContext, 'stored' | 'db'>,
) {
  let count = 0;
  async function* lines() {
    for await (const { key, isTransient } of storedBlobs(drizzle(client, { schema }))) {
      if (isTransient) continue;
      const found = await stored.open(key);
      if (!found) {
        // Such as a document that was sent to the archive meanwhile.
        if (!(await isNamed(db, key))) continue;
        throw new AdminRefusal(`The picture ${key}, which a report names, is not in the store.`);
      }
      const path = pictureFile(folder, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let bytes = 0;
      const counted = hashed(found.stream, hash, (length) => {
        bytes += length;
      });
      await pipeline(Readable.from(counted), createWriteStream(path, ownerOnly));
      count += 1;
      yield `${JSON.stringify({ key, bytes, sha256: hash.digest('hex') })}\n`;
    }
  }
  const list = pictureListFile(folder);
  await pipeline(Readable.from(lines()), createWriteStream(list, ownerOnly));
  return { count, sha256: await sha256OfFile(list) };
}

async function* hashed(stream: Readable, hash: Hash, onLength: (length: number) => void) {
  for await (const chunk of stream) {
    hash.update(chunk);
    onLength(chunk.length);
    yield chunk;
  }
}

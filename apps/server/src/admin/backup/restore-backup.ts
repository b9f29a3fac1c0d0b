import { createReadStream } from 'node:fs';
import type { PoolClient } from 'pg';
import { type AdminContext, AdminRefusal } from '../../modules/accounts/index.ts';
import { linesOf } from './lines.ts';
import { type Manifest, pictureFile, readPictureList, tableFile, verifyBackup } from './manifest.ts';
import { schemaVersion, type Table, tablesInOrder } from './tables.ts';

const batch = 500;

/**
 * Brings a backup into an empty installation: first its seal and every file of it are checked, then the
 * pictures come, then all rows in one transaction. Interrupted, it leaves an empty database and can be run
 * again. Analyses that were under way have neither job nor upload any more: the server ends them at its next
 * start, uncharged.
 */
export async function restoreBackup(folder: string, context: AdminContext): Promise<Manifest> {
  const found = await verifyBackup(folder, context.config.keys);
  const missing = found.keys.find((id) => !context.config.keys.some((key) => key.id === id));
  if (missing) throw new AdminRefusal(`The backup needs the data key ${missing}, which is not in DATA_KEYS.`);
  const client = await context.pool.connect();
  try {
    await requireEmpty(client, found);
    for (const { key } of await readPictureList(folder))
      await context.stored.put(key, createReadStream(pictureFile(folder, key)));
    await client.query('BEGIN');
    for (const table of await tablesInOrder(client)) {
      const expected = found.tables.find(({ name }) => name === table.name)?.rows ?? 0;
      const rows = await readTable(folder, table, client);
      if (rows !== expected) throw new Error(`${table.name}: ${rows} rows of ${expected} came`);
    }
    await client.query(
      `UPDATE analyses SET deadline_at = least(deadline_at, $1) WHERE state IN ('queued', 'running')`,
      [context.now()],
    );
    await client.query('COMMIT');
    return found;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function requireEmpty(client: PoolClient, found: Manifest): Promise<void> {
  if ((await schemaVersion(client)) !== found.schema) {
    throw new AdminRefusal(
      'The backup was made by another version: restore it with that version, then start this one.',
    );
  }
  for (const table of await tablesInOrder(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${table.quoted} LIMIT 1`);
    if (rows.length > 0) throw new AdminRefusal(`The database is not empty: ${table.name} has rows.`);
  }
}

async function readTable(folder: string, table: Table, client: PoolClient): Promise<number> {
  const insert = `INSERT INTO ${table.quoted} SELECT * FROM jsonb_populate_recordset(null::${table.quoted}, $1)`;
  let rows = 0;
  let page: string[] = [];
  const flush = async () => {
    if (page.length > 0) rows += (await client.query(insert, [`[${page.join(',')}]`])).rowCount ?? 0;
    page = [];
  };
  for await (const line of linesOf(createReadStream(tableFile(folder, table.name)))) {
    page.push(line);
    if (page.length === batch) await flush();
  }
  await flush();
  if (table.sequence && rows > 0) {
    const { name, column } = table.sequence;
    await client.query(`SELECT setval($1, (SELECT max("${column}") FROM ${table.quoted}))`, [name]);
  }
  return rows;
}

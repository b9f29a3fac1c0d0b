import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createEmptyCopy } from './test-database.ts';

const folder = fileURLToPath(new URL('../../../drizzle/', import.meta.url));
const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });
const { entries } = journal.parse(JSON.parse(readFileSync(`${folder}meta/_journal.json`, 'utf8')));

/** One value for every identifier, so that each reference has its row. */
const id = '0198f000-0000-7000-8000-000000000001';
const words: Readonly<Record<string, string>> = {
  module: 'lung',
  state: 'completed',
  role: 'reader',
  'pacs_pushes.state': 'sent',
  'reviews.state': 'signed',
  'alarms.reason': 'urgent',
  'alarm_messages.channel': 'email',
  'alarm_messages.state': 'sent',
};

let copy: Awaited<ReturnType<typeof createEmptyCopy>>;
let client: pg.Client;
beforeAll(async () => {
  copy = await createEmptyCopy();
  client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});
afterAll(async () => {
  await client.end();
  await copy.drop();
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isDue: boolean;
}

async function columns(): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(
    `SELECT table_name AS table, column_name AS name, data_type AS type,
       is_nullable = 'NO' AND column_default IS NULL AS "isDue"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return groupedByTable(rows);
}

function groupedByTable(rows: readonly Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

function sampleFor({ table, name, type }: Column): string {
  if (type === 'uuid') return id;
  if (type === 'jsonb') return '{}';
  if (type.startsWith('timestamp')) return '2026-01-02T03:04:05Z';
  if (type === 'boolean') return 'true';
  return type === 'text' ? (words[`${table}.${name}`] ?? words[name] ?? 'old') : '1';
}

async function countOf(table: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM "${table}"`);
  return Number(rows[0].n);
}

/** A row in every table that has none; what refers to another comes after it. */
async function fill(): Promise<void> {
  const tables = await columns();
  for (let round = 0; round < tables.size; round += 1) {
    for (const [table, all] of tables) {
      if ((await countOf(table)) > 0) continue;
      const due = all.filter(({ isDue }) => isDue);
      const [names, places] = [due.map(({ name }) => `"${name}"`), due.map((_column, at) => `$${at + 1}`)];
      const text = `INSERT INTO "${table}" (${names}) VALUES (${places})`;
      await client.query(text, due.map(sampleFor)).catch(() => undefined);
    }
  }
  for (const table of tables.keys()) expect([table, await countOf(table)]).toEqual([table, 1]);
}

it.each(entries)('$tag goes over the data of the version before and keeps every row', async ({ tag }) => {
  const before = [...(await columns()).keys()];
  await client.query(readFileSync(`${folder}${tag}.sql`, 'utf8').replaceAll('--> statement-breakpoint', ''));
  const after = await columns();
  for (const table of before) if (after.has(table)) expect([table, await countOf(table)]).toEqual([table, 1]);
  await fill();
});

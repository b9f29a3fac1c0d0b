import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from './platform/database/schema.ts';

const here = import.meta.dirname;
/** By the name in the code, the name in the database. */
const tableNames = new Map(
  Object.entries(schema).flatMap(([name, value]) =>
    is(value, PgTable) ? [[name, getTableName(value)]] : [],
  ),
);
const tables = [...tableNames.keys()];

/**
 * Reads and writes tables of several modules: one kind of column in all tables, removal in one transaction,
 * all rows of a backup.
 */
const acrossModules = [
  'modules/patients/reseal.ts',
  'modules/patients/require-keys.ts',
  'admin/backup/restore-backup.ts',
  'admin/erase-expired.ts',
  'admin/stored-blobs.ts',
];

/**
 * Who else reads a table, joined to its own in one statement, where the owner could not answer without
 * importing the asker. Everything else asks the owner's functions.
 */
const joiners: Readonly<Record<string, readonly string[]>> = {
  /** Whether a signature is the demo's. */
  organisations: ['modules/reports', 'modules/reviews'],
  /** Names beside entries, reports and changes; whether the tables answer at all. */
  users: ['modules/audit', 'modules/reports', 'modules/reviews', 'http'],
  /** Origin, exam and series of a report; what is archived; what will be charged. */
  analyses: ['modules/reports', 'modules/pacs', 'modules/trials'],
  /** State and urgency of a report, which its lists are narrowed by. */
  worklist: ['modules/reports'],
  reviews: ['modules/reports'],
  /** Whether a signed report was sent to the archive. */
  pacsPushes: ['modules/reviews'],
  /** Results of a series; what is not yet in the archive; what awaits a reader. */
  reports: ['modules/analyses', 'modules/pacs', 'modules/reviews'],
};

const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.ts$/.test(path) && !/\.(test|test-support|fixture|contract)\.ts$/.test(path))
  .filter((path) => !acrossModules.includes(path));

/** `modules/reports`, `admin`, … */
const roomOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('modules/') ? 2 : 1)
    .join('/');

/** Calls of drizzle and words of SQL, which is written in capitals, before the name of a table. */
const statements = {
  write: ['insert|update|delete', 'INSERT INTO|UPDATE|DELETE FROM'],
  read: ['from|join|leftJoin|innerJoin', 'FROM|JOIN'],
} as const;

/** Modules and folders with a statement on the table. */
function roomsThat(does: keyof typeof statements, table: string): string[] {
  const [calls, words] = statements[does];
  const called = new RegExp(`\\.(${calls})\\(\\s*(schema\\.)?${table}\\b`);
  const written = new RegExp(`\\b(${words})\\s+"?${tableNames.get(table)}\\b`);
  const found = sources.filter((path) => {
    const source = readFileSync(join(here, path), 'utf8');
    return called.test(source) || written.test(source);
  });
  return [...new Set(found.map(roomOf))];
}

it('sees SQL that is written out', () => {
  expect(roomsThat('read', 'reports')).toContain('modules/reports');
  const searches = readFileSync(join(here, 'modules/reports/lists/find-by-part.ts'), 'utf8');
  expect(searches).not.toMatch(/\.from\(\s*reports/);
  expect(searches).toContain('FROM reports');
});

it.each(tables)('one module alone writes %s', (table) => {
  const writers = roomsThat('write', table);
  expect(writers).toHaveLength(1);
  expect(writers[0]).toMatch(/^modules\//);
});

it.each(tables)('only its owner, and those that join it to their own, read %s', (table) => {
  const owners = roomsThat('write', table);
  const readers = roomsThat('read', table);
  const others = readers.filter((room) => !owners.includes(room));
  expect(joiners[table] ?? []).toEqual(expect.arrayContaining(others));
});

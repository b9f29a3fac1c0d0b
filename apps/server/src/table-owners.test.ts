import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from './platform/database/schema.ts';

const here = import.meta.dirname;
const tables = Object.entries(schema).flatMap(([name, value]) => (is(value, PgTable) ? [name] : []));

/**
 * Reads and writes tables of several modules: one kind of column wherever it stands, removal in one
 * transaction.
 */
const acrossModules = ['modules/patients/reseal.ts', 'admin/erase-expired.ts'];

/**
 * Who else reads a table, joined to its own in one statement, where the owner could not answer without
 * importing the asker. Everything else asks the owner's functions.
 */
const joiners: Readonly<Record<string, readonly string[]>> = {
  /** Names beside entries, reports and changes. */
  users: ['modules/audit', 'modules/reports', 'modules/reviews'],
  /** Origin, exam and series of a report; what is archived; what will be charged. */
  analyses: ['modules/reports', 'modules/pacs', 'modules/trials'],
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

/** Modules and folders with a statement on the table, found by the words that come before its name. */
function roomsThat(words: 'insert|update|delete' | 'from|join|leftJoin|innerJoin', table: string): string[] {
  const statement = new RegExp(`\\.(${words})\\(\\s*(schema\\.)?${table}\\b`);
  const found = sources.filter((path) => statement.test(readFileSync(join(here, path), 'utf8')));
  return [...new Set(found.map(roomOf))];
}

it.each(tables)('one module alone writes %s', (table) => {
  const writers = roomsThat('insert|update|delete', table);
  expect(writers).toHaveLength(1);
  expect(writers[0]).toMatch(/^modules\//);
});

it.each(tables)('only its owner, and those that join it to their own, read %s', (table) => {
  const owners = roomsThat('insert|update|delete', table);
  const readers = roomsThat('from|join|leftJoin|innerJoin', table);
  const others = readers.filter((room) => !owners.includes(room));
  expect(joiners[table] ?? []).toEqual(expect.arrayContaining(others));
});

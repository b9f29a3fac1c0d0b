import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from './platform/database/schema.ts';

const here = import.meta.dirname;
const tables = Object.entries(schema).flatMap(([name, value]) => (is(value, PgTable) ? [name] : []));

/**
 * What writes to tables of several modules: one kind of column wherever it stands, and removal in one
 * transaction.
 */
const acrossModules = ['modules/patients/reseal.ts', 'admin/erase-expired.ts'];

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

function writersOf(table: string): string[] {
  const write = new RegExp(`\\.(insert|update|delete)\\(\\s*(schema\\.)?${table}\\b`);
  const writing = sources.filter((path) => write.test(readFileSync(join(here, path), 'utf8')));
  return [...new Set(writing.map(roomOf))];
}

it.each(tables)('one module alone writes %s', (table) => {
  const writers = writersOf(table);
  expect(writers).toHaveLength(1);
  expect(writers[0]).toMatch(/^modules\//);
});

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from './open.ts';

export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  /** Closes the pool and drops the database, whoever else is still connected. */
  close(): Promise<void>;
}

/** A fresh, migrated database of the caller's own, on the PostgreSQL of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createEmptyCopy();
  const opened = await openDatabase(url);
  return {
    ...opened,
    url,
    close: async () => {
      await opened.pool.end();
      await drop();
    },
  };
}

/** The address of a fresh, migrated database, for a test that opens it by itself. */
export async function createEmptyCopy(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(inject('templateDatabaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const copy = new URL(template);
  copy.pathname = `/${name}`;
  return {
    url: copy.href,
    drop: () => asAdministrator(template, `drop database if exists ${name} with (force)`),
  };
}

/** A template must have no other session while it is copied, so this one is on `postgres`. */
async function asAdministrator(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

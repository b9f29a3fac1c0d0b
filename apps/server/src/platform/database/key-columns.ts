import { is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

/** Every column that names the data key which its row is sealed under. */
const keyColumns: readonly PgColumn[] = Object.values(schema).flatMap((value) =>
  is(value, PgTable)
    ? getTableConfig(value).columns.filter(({ name }) => name === 'patient_key' || name === 'totp_key')
    : [],
);

/** Selects a key that sealed rows name and that is not among those given, as `id`; no row without one. */
export function keyNotAmong(given: readonly string[]): SQL {
  const ids = sql.join(
    given.map((id) => sql`${id}`),
    sql`, `,
  );
  const ofColumns = keyColumns.map(
    (column) => sql`(SELECT ${column} AS id FROM ${column.table} WHERE ${column} NOT IN (${ids}) LIMIT 1)`,
  );
  return sql`${sql.join(ofColumns, sql` UNION ALL `)} LIMIT 1`;
}

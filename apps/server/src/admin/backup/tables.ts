import type { PoolClient } from 'pg';

/** A table of ours, as SQL names it, and the sequence that numbers its rows, if one does. */
export interface Table {
  readonly name: string;
  readonly quoted: string;
  readonly sequence: { readonly name: string; readonly column: string } | null;
}

/** All tables of the application, each after those that its rows point to. */
export async function tablesInOrder(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; column: string | null; sequence: string | null }>(`
    SELECT t.tablename AS name, c.column_name AS column,
      pg_get_serial_sequence(format('public.%I', t.tablename), c.column_name) AS sequence
    FROM pg_tables t
    LEFT JOIN information_schema.columns c
      ON c.table_schema = 'public' AND c.table_name = t.tablename AND c.column_default LIKE 'nextval%'
    WHERE t.schemaname = 'public'
    ORDER BY t.tablename`);
  const { rows: links } = await client.query<{ child: string; parent: string }>(`
    SELECT c.relname AS child, p.relname AS parent
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND c.oid <> p.oid`);
  const parentsOf = (name: string) => links.filter(({ child }) => child === name).map(({ parent }) => parent);
  const ordered: Table[] = [];
  const place = (name: string) => {
    const row = rows.find((each) => each.name === name);
    if (!row || ordered.some((table) => table.name === name)) return;
    for (const parent of parentsOf(name)) place(parent);
    const sequence = row.sequence && row.column ? { name: row.sequence, column: row.column } : null;
    ordered.push({ name, quoted: `public."${name}"`, sequence });
  };
  for (const { name } of rows) place(name);
  return ordered;
}

/** Names the version of the schema: the last migration that was run. */
export async function schemaVersion(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1',
  );
  return rows[0]?.hash ?? '';
}

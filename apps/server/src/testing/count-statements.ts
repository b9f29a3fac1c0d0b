import type pg from 'pg';

/** Looking for work, which goes on without any: no part of what a request causes. */
const isPolling = (text: string, rows: number) =>
  (rows === 0 && /skip locked/i.test(text)) ||
  /state = 'active' and started_on|^\s*(update pgboss\.version|select q\.)|locked_parents/i.test(text);

/**
 * Counts every statement that a pool sends from now on, `begin` and `commit` included, until the returned
 * function is called, which gives their texts in the order in which they were sent.
 */
export function countStatements(pool: pg.Pool): () => readonly string[] {
  const sent: { readonly text: string; rows: number }[] = [];
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    const counted = (...call: unknown[]) => {
      const [first] = call;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
      const one = { text, rows: -1 };
      sent.push(one);
      const last = call.at(-1);
      if (typeof last === 'function')
        call[call.length - 1] = (error: unknown, result?: pg.QueryResult) => {
          one.rows = result?.rowCount ?? -1;
          last(error, result);
        };
      return Reflect.apply(query, client, call);
    };
    client.query = counted as typeof client.query;
  };
  pool.on('acquire', watch);
  return () => {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
    return sent.filter(({ text, rows }) => !isPolling(text, rows)).map(({ text }) => text);
  };
}

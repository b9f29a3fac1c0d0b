import type pg from 'pg';

/**
 * In which order a transaction locks rows of several tables: this one, from top to bottom. Two transactions
 * that keep to it cannot wait for each other. `watchLockOrder` checks every transaction of every server test;
 * a table that is written with others and missing here fails them.
 */
export const lockOrder = [
  'organization_settings',
  'organisations',
  'users',
  'sessions',
  'read_keys',
  'login_attempts',
  'phrases',
  'batches',
  'trials',
  'analyses',
  'reports',
  'reviews',
  'review_changes',
  'opinions',
  'worklist',
  'alarms',
  'notifications',
  'alarm_messages',
  'pacs_pushes',
  'audit_heads',
  'audit_events',
] as const;

/** Sees every statement of the pool, and hands over each transaction that locks out of order. */
export function watchLockOrder(pool: pg.Pool, report: (violation: string) => void): void {
  pool.on('connect', (client) => {
    let locked: string[] | null = null;
    const watched = (...call: unknown[]) => {
      const [first] = call;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
      // The queue sends whole transactions as one text.
      if (/^\s*begin/i.test(text)) locked = /\bcommit\b/i.test(text) ? null : [];
      else if (/^\s*(commit|rollback)/i.test(text)) locked = null;
      else if (locked) for (const table of lockedBy(text)) note(locked, table, report);
      // Looked up at each call: a test may have replaced it.
      return Reflect.apply(Object.getPrototypeOf(client).query, client, call);
    };
    client.query = watched as typeof client.query;
  });
}

/** Tables whose rows a statement locks, as drizzle writes it. */
function lockedBy(statement: string): string[] {
  const written = [...statement.matchAll(/\b(?:insert into|update|delete from) "(\w+)"/g)];
  const isLocking = /\bfor (?:no key )?(?:update|share)\b/.test(statement);
  const read = isLocking ? [...statement.matchAll(/\b(?:from|join) "(\w+)"/g)] : [];
  return [...written, ...read].flatMap(([, table]) => table ?? []);
}

function note(locked: string[], table: string, report: (violation: string) => void): void {
  if (locked.includes(table)) return;
  locked.push(table);
  const places = locked.map((each) => (lockOrder as readonly string[]).indexOf(each));
  const place = places.at(-1) ?? -1;
  const isAudit = table.startsWith('audit_');
  if (locked.length > 1 && (place === -1 || (!isAudit && places.some((each) => each > place))))
    report(locked.join(' → '));
}

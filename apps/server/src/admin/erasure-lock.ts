import { sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';

/** An arbitrary number: held shared by whoever copies the store, alone by whoever erases. */
const lock = 530_417_266;

/** Waits until nothing is being erased, and keeps it so during `work`. */
export function whileNothingIsErased<T>(db: AppContext['db'], work: () => Promise<T>): Promise<T> {
  return holding(db, 'pg_advisory_xact_lock_shared', work);
}

/** Waits until no copy of the store is being made, and keeps it so during `work`. */
export function whileNothingIsCopied<T>(db: AppContext['db'], work: () => Promise<T>): Promise<T> {
  return holding(db, 'pg_advisory_xact_lock', work);
}

/** On a separate connection, which does nothing else; the lock ends with it. */
function holding<T>(
  db: AppContext['db'],
  take: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT ${sql.raw(take)}(${lock})`);
    return work();
  });
}

import { eq } from 'drizzle-orm';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { organisations, users } from '../../platform/database/schema.ts';

/** Whose reports an account may read, for work that is done for it without a session. */
export async function findScope(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<ReturnType<typeof scopeOf> | undefined> {
  const { id, organisationId, role } = users;
  const [row] = await db
    .select({ userId: id, organisationId, role, isDemo: organisations.isDemo })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, organisationId))
    .where(eq(id, userId));
  return row && scopeOf(row);
}

import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { users } from '../../platform/database/schema.ts';
import { findCaller } from './accounts.repository.ts';

/** The accounts of an organisation that can sign in, by name. */
export function enabledAccounts(db: Executor, organisationId: string) {
  const { id, username, fullName, email, role } = users;
  return db
    .select({ id, username, fullName, email, role })
    .from(users)
    .where(and(eq(users.organisationId, organisationId), isNull(users.disabledAt)))
    .orderBy(asc(fullName), asc(username));
}

/** Whether a session is still that of a signed-in account. Asking does not count as using it. */
export async function isSignedIn(
  sessionId: string,
  context: Pick<AppContext, 'config' | 'db' | 'now'>,
): Promise<boolean> {
  return (await findCaller(sessionId, context)) !== undefined;
}

import { notFound } from '../../calls/problem.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { enabledAccounts } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Actor } from './hold.ts';
import type { Person } from './reviews.repository.ts';
import { rightsOf } from './rights.ts';
import { setAssignee } from './worklist.repository.ts';

/** Accounts of the organisation that may review. */
export async function readersOf(
  caller: Pick<Actor['caller'], 'organisationId' | 'isDemo'>,
  { db }: Pick<AppContext, 'db'>,
): Promise<(Person & { readonly id: string })[]> {
  const accounts = await enabledAccounts(db, caller.organisationId);
  return accounts
    .filter(({ role }) => rightsOf({ role, isDemo: caller.isDemo }).includes('review'))
    .map(({ id, username, fullName }) => ({ id, username, full_name: fullName }));
}

/**
 * Gives an open report to a reader, or takes it back (`null`). Whoever holds it goes on holding it.
 * @throws Problem `forbidden`, `not_found`: no such reader, or no such report waits
 */
export async function assignReport(
  reportId: string,
  username: string | null,
  { caller, from }: Actor,
  context: AppContext,
): Promise<Person | null> {
  requireRight(caller, 'review');
  const readers = username === null ? [] : await readersOf(caller, context);
  const reader = readers.find((each) => each.username === username?.toLowerCase()) ?? null;
  if (username !== null && reader === null) throw notFound('Reader');
  await context.db.transaction(async (tx) => {
    const report = { reportId, organisationId: caller.organisationId };
    if (!(await setAssignee(tx, report, reader?.id ?? null))) throw notFound('Report on the worklist');
    const action = reader === null ? 'worklist.unassigned' : 'worklist.assigned';
    const event = { action, by: caller, from, subjectId: reportId } as const;
    await recordAudit(tx, { ...event, details: reader === null ? {} : { to: reader.id } }, context);
  });
  return reader && { full_name: reader.full_name, username: reader.username };
}

import { and, eq } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { Executor } from '../../../context.ts';
import { organisations } from '../../../platform/database/schema.ts';

/** Empty where there is none of this id. */
export async function organisationName(db: Executor, id: string): Promise<string> {
  const [row] = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, id));
  return row?.name ?? '';
}

export async function areSeveralOrganisations(db: Executor): Promise<boolean> {
  return (await db.select({ id: organisations.id }).from(organisations).limit(2)).length > 1;
}

export async function organisationIds(db: Executor): Promise<string[]> {
  return (await db.select({ id: organisations.id }).from(organisations)).map(({ id }) => id);
}

export async function isDemoOrganisation(db: Executor, id: string): Promise<boolean> {
  const isDemo = and(eq(organisations.id, id), eq(organisations.isDemo, true));
  return (await db.select({ id: organisations.id }).from(organisations).where(isDemo)).length > 0;
}

/** @throws Problem `invalid_request` where another organisation has the name */
export async function renameOrganisation(tx: Executor, id: string, name: string): Promise<void> {
  const [taken] = await tx.select().from(organisations).where(eq(organisations.name, name));
  if (taken && taken.id !== id)
    throw new Problem('invalid_request', 'Another organization has this name already.');
  await tx.update(organisations).set({ name }).where(eq(organisations.id, id));
}

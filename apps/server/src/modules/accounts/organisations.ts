import { eq } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { organisations } from '../../platform/database/schema.ts';

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

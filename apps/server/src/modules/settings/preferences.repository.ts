import { ownKeys, type Preferences, preferences as schema } from '@second-read/contract/preferences';
import { usableKeys } from '@second-read/core/keyboard/key-map';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { userPreferences } from '../../platform/database/schema.ts';

/** Of one account. A field that this version cannot read counts as not set; the others hold. */
export async function preferencesOf(db: Executor, userId: string): Promise<Preferences> {
  const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
  const stored = row?.preferences ?? {};
  const keys = ownKeys.safeParse(stored.keys);
  const readable = Object.entries({ ...stored, ...(keys.success && { keys: usableKeys(keys.data) }) }).filter(
    ([field, value]) => schema.safeParse({ [field]: value }).success,
  );
  return schema.parse(Object.fromEntries(readable));
}

/** Replaces the given fields; two changes at once both hold. */
export async function storePreferences(
  db: Executor,
  userId: string,
  { changed, now }: { changed: Preferences; now: Date },
): Promise<void> {
  const next = sql`${userPreferences.preferences} || ${JSON.stringify(changed)}::jsonb`;
  await db
    .insert(userPreferences)
    .values({ userId, preferences: changed, updatedAt: now })
    .onConflictDoUpdate({
      target: userPreferences.userId,
      set: { preferences: next, updatedAt: now },
    });
}

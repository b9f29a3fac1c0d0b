import type { Phrase } from '@second-read/contract/phrases';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext, Executor } from '../../context.ts';
import { phrases } from '../../platform/database/schema.ts';
import { orUnreadable, unreadableWords } from '../../platform/log/or-unreadable.ts';
import { openField, sealPatient } from '../patients/index.ts';

type Keys = AppContext['config']['keys'];
type PhraseRow = typeof phrases.$inferSelect;

const contentSchema = z.object({ name: z.string(), text: z.string() });
type Content = z.infer<typeof contentSchema>;

function opened(row: PhraseRow, keys: Keys): Phrase {
  const { id, module } = row;
  return { id, module, ...contentSchema.parse(JSON.parse(openField('phrases', row, row.content, keys))) };
}

function sealed(content: Content, id: string, keys: Keys) {
  const { patientId, patientKey } = sealPatient(JSON.stringify(content), { table: 'phrases', id }, keys);
  return { content: patientId, patientKey };
}

/** The account's own for a module, by name. */
export async function phrasesOf(
  { db, config: { keys }, log }: Pick<AppContext, 'db' | 'config' | 'log'>,
  { userId, module }: Pick<PhraseRow, 'userId' | 'module'>,
): Promise<Phrase[]> {
  const rows = await db
    .select()
    .from(phrases)
    .where(and(eq(phrases.userId, userId), eq(phrases.module, module)));
  const shown = rows.map((row) =>
    orUnreadable(
      row.id,
      log,
      () => opened(row, keys),
      () => ({ id: row.id, module: row.module, name: unreadableWords.patientId, text: '' }),
    ),
  );
  return shown.toSorted((a, b) => a.name.localeCompare(b.name));
}

export async function countPhrases(
  db: Executor,
  { userId, module }: Pick<PhraseRow, 'userId' | 'module'>,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(phrases)
    .where(and(eq(phrases.userId, userId), eq(phrases.module, module)));
  return row?.count ?? 0;
}

interface NewPhrase extends Content {
  readonly id: string;
  readonly userId: string;
  readonly module: AnalysisId;
}

export async function insertPhrase(
  db: Executor,
  { id, userId, module, ...content }: NewPhrase,
  { keys, now }: { keys: Keys; now: Date },
): Promise<Phrase> {
  const times = { createdAt: now, updatedAt: now };
  await db.insert(phrases).values({ id, userId, module, ...sealed(content, id, keys), ...times });
  return { id, module, ...content };
}

type Place = Pick<PhraseRow, 'id' | 'userId'>;

/** Undefined where the account has no such phrase. Locked to the end of the transaction. */
export async function findPhrase(tx: Executor, place: Place, keys: Keys): Promise<Phrase | undefined> {
  const [row] = await tx.select().from(phrases).where(isOwn(place)).for('update');
  return row && opened(row, keys);
}

export async function updatePhrase(
  tx: Executor,
  place: Place,
  content: Content,
  { keys, now }: { keys: Keys; now: Date },
): Promise<void> {
  const { name, text } = content;
  const change = { ...sealed({ name, text }, place.id, keys), updatedAt: now };
  await tx.update(phrases).set(change).where(isOwn(place));
}

export async function deletePhrase(db: Executor, place: Place): Promise<void> {
  await db.delete(phrases).where(isOwn(place));
}

function isOwn({ id, userId }: Place) {
  return and(eq(phrases.id, id), eq(phrases.userId, userId));
}

import { asc, gt, inArray, isNotNull } from 'drizzle-orm';
import type { AdminContext } from '../modules/accounts/index.ts';
import { analyses, pacsPushes, reports } from '../platform/database/schema.ts';

const batch = 500;

/**
 * Keys of all pictures that a report or an analysis names, report by report, and of documents on their way
 * out.
 */
export async function* storedBlobs({ db }: Pick<AdminContext, 'db'>): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await db
      .select({ id: reports.id, images: reports.images })
      .from(reports)
      .where(gt(reports.id, last))
      .orderBy(asc(reports.id))
      .limit(batch);
    for (const { images } of rows) yield* Object.values(images).filter((key) => typeof key === 'string');
    last = rows.at(-1)?.id ?? '';
    if (rows.length < batch) break;
  }
  yield* storedUploads(db);
  const { documentKey } = pacsPushes;
  const documents = await db.select({ documentKey }).from(pacsPushes).where(isNotNull(documentKey));
  for (const row of documents) if (row.documentKey !== null) yield row.documentKey;
}

/** Uploads of refused, failed and cancelled analyses are gone. */
async function* storedUploads(db: AdminContext['db']): AsyncGenerator<string> {
  // Frames of one file share it; it is named once.
  const shared = new Set<string>();
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = db
      .select({ id: analyses.id })
      .from(analyses)
      .where(gt(analyses.id, last))
      .orderBy(asc(analyses.id))
      .limit(batch);
    const ids = (await page).map(({ id }) => id);
    if (ids.length === 0) return;
    const rows = await db
      .select({ key: analyses.sourceKey, state: analyses.state, batch: analyses.batchId })
      .from(analyses)
      .where(inArray(analyses.id, ids));
    for (const { key, state, batch: ofBatch } of rows) {
      if (!['completed', 'queued', 'running'].includes(state) || shared.has(key)) continue;
      if (ofBatch !== null) shared.add(key);
      yield key;
    }
    last = ids.at(-1) ?? last;
  }
}

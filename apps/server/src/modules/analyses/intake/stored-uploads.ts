import { asc, gt, inArray } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';

const batch = 500;

/** Keys of all uploads that are stored: those of refused, failed and cancelled analyses are gone. */
export async function* storedUploads(db: Executor): AsyncGenerator<string> {
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

import { asc, gt } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { reports } from '../../platform/database/schema.ts';

const batch = 500;

/** Keys of the images of all reports, report by report. */
export async function* storedImages(db: Executor): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const rows = await db
      .select({ id: reports.id, images: reports.images })
      .from(reports)
      .where(gt(reports.id, last))
      .orderBy(asc(reports.id))
      .limit(batch);
    for (const { images } of rows) yield* Object.values(images).filter((key) => typeof key === 'string');
    last = rows.at(-1)?.id ?? '';
    if (rows.length < batch) return;
  }
}

import type { Executor } from '../context.ts';
import { storedUploads } from '../modules/analyses/index.ts';
import { storedDocuments } from '../modules/pacs/index.ts';
import { storedImages } from '../modules/reports/index.ts';

/** Keys of all pictures that a report or an analysis names, and of documents on their way out. */
export async function* storedBlobs(db: Executor): AsyncGenerator<string> {
  yield* storedImages(db);
  yield* storedUploads(db);
  yield* await storedDocuments(db);
}

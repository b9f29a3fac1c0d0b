import { batchProgress } from './batch-progress.ts';
import { batchResults } from './batch-results.ts';
import { cancelBatch } from './cancel-batch.ts';
import { myBatches } from './my-batches.ts';
import { sendSlice } from './send-slice.ts';
import { startBatch } from './start-batch.ts';

/** A series read in the background, slice by slice. */
export const batchRoutes = [startBatch, sendSlice, batchProgress, batchResults, myBatches, cancelBatch];

import { withStatedView } from '@second-read/core/exam/report/exam-statement';
import { storedOutcome } from '@second-read/core/exam/stored-outcome';
import { withoutIdentity } from '@second-read/core/series/slice-facts';
import type { SliceRead } from '../../../platform/compute/compute.ts';
import { markEnded, type Run } from '../analyses.repository.ts';
import { deletePictures, pictureKey } from '../results/blob-keys.ts';
import { withoutNul } from '../results/without-nul.ts';
import { type EndTools, endAnalysis } from '../run/end-analysis.ts';
import { countOutcome } from '../run/metrics.ts';
import { offerReadyExams } from './offer-exam.ts';

/** Keeps what one slice leaves to the report of its exam, and its pictures; charges nothing. */
export async function settleSlice(run: Run, read: SliceRead, context: EndTools): Promise<void> {
  const { outcome, labels, original, facts, timingsMs } = read;
  if (outcome.status !== 'read' || !labels || !original) return endUnread(run, read, context);
  const images = {
    original: pictureKey(run, run.runToken, 'original'),
    labels: pictureKey(run, run.runToken, 'labels'),
  };
  const { blobs, db, now } = context;
  await Promise.all([blobs.put(images.original, original), blobs.put(images.labels, labels)]);
  const place = facts ?? { rows: 0, columns: 0, bitsStored: 0, frames: 1 };
  const stated = withStatedView(outcome, statedViewOf(run));
  const examSlice = withoutNul({ outcome: storedOutcome(stated), facts: withoutIdentity(place), images });
  const changes = { timingsMs, examSlice };
  const [ended] = await markEnded(db, run, { state: 'completed', changes }, context);
  if (!ended) return deletePictures(run, run.runToken, context);
  countOutcome(ended, now());
  await offerReadyExams(context, run.batchId ?? undefined);
}

/** What the user said that this picture shows; undefined where nothing was said. */
function statedViewOf({ batch, slice }: Run) {
  return batch?.statement?.views?.find((view) => view.slice === slice);
}

/** Its place among the others stays: one slice that was not read costs that slice. */
async function endUnread(
  run: Run,
  { outcome, facts, timingsMs }: SliceRead,
  context: EndTools,
): Promise<void> {
  const examSlice =
    facts && outcome.status !== 'read'
      ? withoutNul({ outcome, facts: withoutIdentity(facts), images: null })
      : undefined;
  const changes = { timingsMs, ...(examSlice && { examSlice }) };
  const errorMessage = 'message' in outcome ? outcome.message : 'The image could not be read.';
  await endAnalysis(
    run,
    outcome.status === 'refused'
      ? { state: 'refused', errorCode: 'image_refused', errorMessage, changes }
      : { state: 'failed', errorCode: 'invalid_file', errorMessage, changes },
    context,
  );
}

import { manifestOf, manifests } from '@second-read/analyses/manifests';
import { askForMasks, type BurnedInTextReply, burnedInTextReply } from '@second-read/contract/analyses';
import { sliceParams, sliceReply } from '@second-read/contract/batches';
import { sliceBody } from '@second-read/contract/upload-bodies';
import { fieldWords } from '@second-read/core/patient/file-identity';
import type { FastifyRequest } from 'fastify';
import { type App, type Caller, callerOf, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { WorkOptions } from '../../../platform/compute/compute.ts';
import {
  openExam,
  openOrigin,
  openPatient,
  requestDigests,
  requireTypedPatient,
} from '../../patients/index.ts';
import { requireTrial } from '../../trials/index.ts';
import { findByKey } from '../analyses.repository.ts';
import { withUpload } from '../intake/admit-upload.ts';
import { signalOfDisconnect } from '../intake/client-disconnect.ts';
import { failOrder, type Order, type PlacedOrder, placeOrder } from '../intake/place-order.ts';
import { prepareUpload } from '../intake/prepare-upload.ts';
import type { Upload } from '../intake/receive-upload.ts';
import type { ReceivedFile } from '../intake/received-file.ts';
import { findKeptSource } from '../kept-sources.repository.ts';
import { type BatchRow, countSlices, findBatch, requireOpen } from './batches.repository.ts';
import { stopBatch } from './stop-batch.ts';

/** POST /api/{module}/batches/{id}/slices/{slice}/: one slice, answered once it waits to be read. */
export function sendSlice(app: App, context: AppContext): void {
  for (const { id: module, apiPath } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: 'One slice of a series: an image, or a further frame of the one that came before',
      consumes: ['multipart/form-data'],
      params: sliceParams,
      response: { 200: burnedInTextReply, 202: sliceReply },
    };
    app.post(
      `/api/${apiPath}/batches/:id/slices/:slice/`,
      { schema, config: { body: sliceBody } },
      async (request, reply) => {
        const caller = callerOf(request);
        const { id, slice } = request.params;
        const batch = await findBatch(context.db, { id, userId: caller.userId });
        if (batch?.module !== module) throw new Problem('not_found', 'This series does not exist.');
        if (slice > batch.slices)
          throw new Problem('invalid_request', `The series has ${batch.slices} slices.`);
        const received = await stoppingAtTheLimit(batch, request, context, () =>
          receiveSlice({ batch, slice, caller, signal: signalOfDisconnect(reply) }, request, context),
        );
        if ('burned_in_text' in received) return received;
        const { state } = received;
        const spelled = received.spelled.map((field) => fieldWords[field]);
        return reply.code(202).send({ slice, state, ...(spelled.length > 0 && { spelled }) });
      },
    );
  }
}

/** A slice that waits to be read, or the question what to hide in it: then nothing of it was kept. */
type Received = PlacedOrder | BurnedInTextReply;

interface Slice {
  readonly batch: BatchRow;
  readonly slice: number;
  readonly caller: Caller;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
}

/**
 * Without trials the batch stops, unless slices of it are still read: they hold trials back that some of them
 * may not need, and whoever sends asks again.
 */
async function stoppingAtTheLimit(
  batch: BatchRow,
  request: FastifyRequest,
  context: AppContext,
  work: () => Promise<Received>,
): Promise<Received> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'no_trials_remaining') throw error;
    const { inFlight } = (await countSlices(context.db, [batch.id]))(batch.id);
    const because = 'no_trials_remaining';
    if (inFlight === 0) await stopBatch(batch, { because, from: clientOf(request) }, context);
    throw error;
  }
}

/** The same slice sent twice is one analysis: it has a key of its own. */
async function receiveSlice(of: Slice, request: FastifyRequest, context: AppContext): Promise<Received> {
  const { batch, slice, caller } = of;
  const { serviceType } = batch;
  const key = `${batch.id}:${slice}`;
  requireOpen(batch);
  // An exam holds its one trial back from its start.
  if (batch.kind !== 'exam' && !(await findByKey(context.db, { userId: caller.userId, key })))
    await requireTrial({ userId: caller.userId, serviceType }, context);
  const patientId = openPatient('batches', batch, context.config.keys);
  const order = { ...orderOf(of, patientId, context), key, from: clientOf(request) };
  const work = { by: caller, signal: of.signal, expected: { body: sliceBody, patientId } };
  try {
    return await withUpload(request, work, context, async (upload) => {
      const taken = await sourceOf(upload, batch, work, context);
      if ('burned_in_text' in taken) return taken;
      const { frame, fileName } = upload;
      if (!batch.patientGenerated && !batch.patientConfirmed) requireTypedPatient(taken.named, patientId);
      const same = [batch.module, patientId, key, frame ?? null, taken.source.sha256];
      const requestHashes = requestDigests(same, context.config.keys);
      return placeOrder({ ...order, ...taken, requestHashes, frame, fileName }, context);
    });
  } catch (error) {
    if (!(error instanceof Problem) || !unreadable.has(error.code)) throw error;
    const requestHashes = requestDigests([batch.module, patientId, error.code, key], context.config.keys);
    return await failOrder({ ...order, source: nothing, requestHashes }, error, context);
  }
}

/**
 * What the slice is read from: the file that came with it, or, of a further frame, the one that came before.
 * A frame of the same file is the same request whether the file comes again or not.
 */
async function sourceOf(
  upload: Upload,
  batch: BatchRow,
  work: WorkOptions & { readonly by: Caller },
  context: Pick<AppContext, 'compute' | 'config' | 'db' | 'now'>,
) {
  const { keys, retainOriginalTags } = context.config;
  const isAsked = upload.masks === askForMasks;
  if (upload.image || upload.frame === undefined || (isAsked && !retainOriginalTags))
    return prepareUpload(upload, manifestOf(batch.module), work, context);
  if (!isAsked && upload.masks?.length)
    throw new Problem('invalid_request', 'An image that was already sent cannot be masked.');
  const kept = await findKeptSource(context.db, batch.id);
  if (!kept?.sourceKey)
    throw new Problem('invalid_request', 'No file of this series is stored. Send the image again.');
  const { sourceKey: keptAs, sourceBytes: bytes, sourceSha256: sha256, pictureDigest } = kept;
  const [exam, origin] = [openExam(kept, keys), openOrigin(kept, keys)];
  return { source: { path: '', bytes, sha256, keptAs }, exam, origin, pictureDigest, named: undefined };
}

/** Ends of a slice that are not the end of its batch. */
const unreadable = new Set(['invalid_file', 'upload_too_large']);
const nothing: ReceivedFile = { path: '', bytes: 0, sha256: '' };

function orderOf({ batch, slice, caller }: Slice, patientId: string, { config }: Pick<AppContext, 'config'>) {
  const manifest = manifestOf(batch.module);
  const timeoutMs = config.limits.analysisTimeoutMs ?? manifest.timeoutMs;
  const place = { id: batch.id, slice };
  const { patientGenerated } = batch;
  return {
    manifest,
    by: caller,
    patientId,
    patientGenerated,
    charged: batch.kind !== 'exam',
    timeoutMs,
    batch: place,
  } satisfies Partial<Order>;
}

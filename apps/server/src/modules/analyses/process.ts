import { manifests } from '@second-read/analyses/manifests';
import {
  askForMasks,
  type BurnedInTextReply,
  burnedInTextReply,
  idempotencyHeader,
  idempotencyKey,
  type ProcessReply,
  processReply,
} from '@second-read/contract/analyses';
import { processBody } from '@second-read/contract/upload-bodies';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { pictureDigests, requestDigests, requireTypedPatient } from '../patients/index.ts';
import { requireModule } from '../settings/index.ts';
import { requireTrial } from '../trials/index.ts';
import { type AnalysisRow, findByKey, isInFlight } from './analyses.repository.ts';
import { cancelAnalysis } from './cancel.ts';
import { admitUpload } from './intake/admit-upload.ts';
import { cameFrom } from './intake/came-from.ts';
import { signalOfDisconnect } from './intake/client-disconnect.ts';
import { hideText, proposeMasks } from './intake/hide-text.ts';
import { type Order, placeOrder } from './intake/place-order.ts';
import { imageOf, receiveUpload, type Upload } from './intake/receive-upload.ts';
import type { ReceivedFile } from './intake/received-file.ts';
import { removeIdentity } from './intake/remove-identity.ts';
import { presentResult } from './results/present-result.ts';
import { type OutcomeWait, openOutcomeWait } from './run/await-outcome.ts';

/** Of modules whose pictures no camera of the screen takes. */
const withoutCamera = processBody.omit({ capture: true });

/** POST /api/{module}/process/: one call from the picture to the report. */
export function process(app: App, context: AppContext): void {
  const headers = z.looseObject({ [idempotencyHeader]: idempotencyKey.optional() });
  for (const manifest of manifests) {
    app.post(
      `/api/${manifest.apiPath}/process/`,
      {
        config: { body: manifest.camera === undefined ? withoutCamera : processBody },
        schema: {
          tags: [manifest.apiPath],
          summary: `${manifest.title}: from the picture to the report in one call`,
          consumes: ['multipart/form-data'],
          headers,
          response: { 200: z.union([processReply, burnedInTextReply]) },
        },
      },
      (request, reply) => answer(manifest, request, reply, context),
    );
  }
}

async function answer(
  manifest: ModuleManifest,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<ProcessReply | BurnedInTextReply> {
  const caller = callerOf(request);
  const key = keyOf(request);
  const { serviceType } = manifest;
  const isRepeat =
    key !== undefined && (await findByKey(context.db, { userId: caller.userId, key })) !== undefined;
  if (!isRepeat) await requireModule(manifest, caller, context);
  if (!isRepeat) await requireTrial({ userId: caller.userId, serviceType }, context);
  const clientDisconnected = signalOfDisconnect(reply);
  const outcome = openOutcomeWait(context);
  try {
    const accepted = await accept(manifest, request, { signal: clientDisconnected, outcome }, context);
    if ('proposal' in accepted) return accepted.proposal;
    const ended = await context.traces.span('await outcome', () =>
      outcome.until(accepted.placed, clientDisconnected),
    );
    if (isInFlight(ended)) await afterHangUp(ended, context);
    return presentResult(ended, caller, context);
  } finally {
    outcome.close();
  }
}

/**
 * Nothing of the upload is left, on disk or in memory, when this returns: the outcome may be minutes away.
 */
async function accept(
  manifest: ModuleManifest,
  request: FastifyRequest,
  work: { readonly signal: AbortSignal; readonly outcome: OutcomeWait },
  context: AppContext,
): Promise<{ proposal: BurnedInTextReply } | { placed: AnalysisRow }> {
  const caller = callerOf(request);
  const leave = admitUpload(caller, request, context);
  try {
    return await acceptUpload(manifest, request, { by: caller, ...work }, context);
  } finally {
    leave();
  }
}

async function acceptUpload(
  manifest: ModuleManifest,
  request: FastifyRequest,
  work: { readonly by: Caller; readonly signal: AbortSignal; readonly outcome: OutcomeWait },
  context: AppContext,
): Promise<{ proposal: BurnedInTextReply } | { placed: AnalysisRow }> {
  const { traces } = context;
  const upload = await traces.span('receive upload', () =>
    receiveUpload(request, context, { body: processBody }),
  );
  try {
    if (work.signal.aborted) throw new Problem('analysis_cancelled', 'The analysis was canceled.');
    const proposal = await proposeMasks(manifest, upload, work, context);
    if (proposal) return { proposal };
    const image = imageOf(upload);
    const source = await traces.span('remove identity', async () => {
      const clean = await removeIdentity(upload.original ?? image, work, context);
      return hideText(clean, upload.masks, work, context);
    });
    const caller = work.by;
    const { origin, exam, named } = await cameFrom(upload, work, context);
    if (upload.patientConfirmed === false && !upload.patientGenerated)
      requireTypedPatient(named, upload.patientId);
    const order = orderOf({
      manifest,
      upload,
      image,
      source,
      key: keyOf(request),
      keys: context.config.keys,
      timeoutMs: context.config.limits.analysisTimeoutMs ?? manifest.timeoutMs,
    });
    const { organisationId } = caller;
    const { sha256 } = upload.original ?? image;
    const picture = { organisationId, module: manifest.id, sha256 };
    const [pictureDigest] = pictureDigests(picture, context.config.keys);
    const placing = {
      ...{ ...order, origin, exam, pictureDigest, by: caller, from: clientOf(request) },
      onPlaced: work.outcome.listen,
    };
    const placed = await traces.span('place order', () => placeOrder(placing, context), {
      kind: 'producer',
      attributes: { module: manifest.id },
    });
    return { placed };
  } finally {
    await upload.discard();
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const value = request.headers[idempotencyHeader];
  return typeof value === 'string' ? value : undefined;
}

function orderOf(of: {
  manifest: ModuleManifest;
  upload: Upload;
  image: ReceivedFile;
  /** What is kept of it. */
  source: ReceivedFile;
  key: string | undefined;
  keys: AppContext['config']['keys'];
  timeoutMs: number;
}): Omit<Order, 'by' | 'from' | 'origin' | 'exam'> {
  const { manifest, upload, image, source, key, keys, timeoutMs } = of;
  const { patientId, patientGenerated, original, frame, place, masks, capture } = upload;
  if (capture && manifest.camera === undefined) throw new Problem('invalid_request', captureElsewhere);
  const hidden = masks === undefined || masks === askForMasks ? [] : [JSON.stringify(masks)];
  const same = [
    manifest.id,
    patientId,
    image.sha256,
    original?.sha256 ?? null,
    ...(frame ? [frame] : []),
    ...(place ? [`${place.slice}/${place.slices}`] : []),
    ...(patientGenerated ? ['generated'] : []),
    ...hidden,
    ...(capture ? [JSON.stringify(capture)] : []),
  ];
  const requestHashes = requestDigests(same, keys);
  const patient = { patientId, patientGenerated };
  const part = { frame, place, capture };
  return { manifest, ...patient, source, requestHashes, key, charged: true, timeoutMs, ...part };
}

const captureElsewhere = 'Only pictures taken with the camera of a module say when they were taken.';

/** Without a key nobody can come back for the result, so the analysis ends; with one it goes on. */
async function afterHangUp(row: AnalysisRow, context: AppContext): Promise<void> {
  if (row.idempotencyKey === null) await cancelAnalysis(row, context);
  throw new Problem('analysis_cancelled', 'The client disconnected.');
}

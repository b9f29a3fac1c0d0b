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
import { requestDigests, requireTypedPatient } from '../patients/index.ts';
import { requireModule } from '../settings/index.ts';
import { requireTrial } from '../trials/index.ts';
import { type AnalysisRow, findByKey, isInFlight } from './analyses.repository.ts';
import { cancelled } from './cancel.ts';
import { withUpload } from './intake/admit-upload.ts';
import { signalOfDisconnect } from './intake/client-disconnect.ts';
import { placeOrder } from './intake/place-order.ts';
import { prepareUpload } from './intake/prepare-upload.ts';
import { imageOf, type Upload } from './intake/receive-upload.ts';
import { presentResult } from './results/present-result.ts';
import { type OutcomeWait, openOutcomeWait } from './run/await-outcome.ts';
import { type EndTools, endAnalysis } from './run/end-analysis.ts';

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
    const work = { by: caller, signal: clientDisconnected, outcome };
    const accepted = await accept(manifest, request, work, context);
    if ('burned_in_text' in accepted) return accepted;
    const ended = await context.traces.span('await outcome', () =>
      outcome.until(accepted, clientDisconnected),
    );
    if (isInFlight(ended)) await afterHangUp(ended, context);
    return presentResult(ended, caller, context);
  } finally {
    outcome.close();
  }
}

type Accepted = AnalysisRow | BurnedInTextReply;

/** From the upload to an order that the queue has: the outcome may be minutes away. */
function accept(
  manifest: ModuleManifest,
  request: FastifyRequest,
  work: { readonly by: Caller; readonly signal: AbortSignal; readonly outcome: OutcomeWait },
  context: AppContext,
): Promise<Accepted> {
  const { traces, config } = context;
  const key = keyOf(request);
  return withUpload(request, { ...work, expected: { body: processBody } }, context, async (upload) => {
    const prepared = await traces.span('prepare upload', () =>
      prepareUpload(upload, manifest, work, context),
    );
    if ('burned_in_text' in prepared) return prepared;
    const { patientId, patientGenerated, frame, place, capture } = upload;
    if (upload.patientConfirmed === false && !patientGenerated)
      requireTypedPatient(prepared.named, patientId);
    if (capture && manifest.camera === undefined) throw new Problem('invalid_request', captureElsewhere);
    const order = {
      ...{ manifest, patientId, patientGenerated, ...prepared, frame, place, capture, key },
      requestHashes: requestDigests(requestOf(manifest, upload), config.keys),
      charged: true,
      timeoutMs: config.limits.analysisTimeoutMs ?? manifest.timeoutMs,
      ...{ by: work.by, from: clientOf(request), onPlaced: work.outcome.listen },
    };
    const attributes = { module: manifest.id };
    return traces.span('place order', () => placeOrder(order, context), { kind: 'producer', attributes });
  });
}

function keyOf(request: FastifyRequest): string | undefined {
  const value = request.headers[idempotencyHeader];
  return typeof value === 'string' ? value : undefined;
}

/** What makes two requests the same. */
function requestOf({ id }: ModuleManifest, upload: Upload): unknown[] {
  const { patientId, patientGenerated, original, frame, place, masks, capture } = upload;
  return [
    ...[id, patientId, imageOf(upload).sha256, original?.sha256 ?? null],
    ...(frame ? [frame] : []),
    ...(place ? [`${place.slice}/${place.slices}`] : []),
    ...(patientGenerated ? ['generated'] : []),
    ...(masks === undefined || masks === askForMasks ? [] : [JSON.stringify(masks)]),
    ...(capture ? [JSON.stringify(capture)] : []),
  ];
}

const captureElsewhere = 'Only pictures taken with the camera of a module say when they were taken.';

/** Without a key nobody can come back for the result, so the analysis ends; with one it goes on. */
async function afterHangUp(row: AnalysisRow, context: EndTools): Promise<void> {
  if (row.idempotencyKey === null) await endAnalysis({ id: row.id }, cancelled, context);
  throw new Problem('analysis_cancelled', 'The client disconnected.');
}

import type { SlicePlace } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { FileIdentity, IdentityField } from '@second-read/core/patient/file-identity';
import type { CaptureNote } from '@second-read/core/report/capture-note';
import type { Caller, ClientInfo } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext, Executor } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  type PictureExam,
  type PictureOrigin,
  sealExam,
  sealOrigin,
  sealPatient,
} from '../../patients/index.ts';
import { holdTrial } from '../../trials/index.ts';
import {
  type AnalysisRow,
  insertAnalysis,
  isInFlight,
  lockByKey,
  type Placed,
  restartAnalysis,
  turnNow,
} from '../analyses.repository.ts';
import { type BatchRow, requireOpenBatch } from '../batches/batches.repository.ts';
import { requireOnePatient } from '../batches/require-one-patient.ts';
import { sourceKey } from '../results/blob-keys.ts';
import { type EndTools, endAnalysis } from '../run/end-analysis.ts';
import { analysesQueue } from '../run/topics.ts';
import { contentOf, type ReceivedFile } from './received-file.ts';

/** A file that was received, or the one that other frames of a batch are read from as well. */
type Source = ReceivedFile & { readonly keptAs?: string };

export interface Order {
  readonly manifest: ModuleManifest;
  readonly by: Pick<Caller, 'userId' | 'organisationId'>;
  readonly from: ClientInfo | null;
  readonly patientId: string;
  /** The patient ID was made up by the program. */
  readonly patientGenerated?: boolean | undefined;
  /** Where the picture came from an archive. */
  readonly origin?: PictureOrigin | undefined;
  /** What its file says of its exam. */
  readonly exam?: PictureExam | undefined;
  /** Whom its file names, and how the request calls it: compared with the other slices of its batch. */
  readonly named?: FileIdentity | undefined;
  readonly fileName?: string | undefined;
  /** What the engine reads and what is kept. */
  readonly source: Source;
  /** Of the file that was uploaded, under the first key: what tells that it was read before. */
  readonly pictureDigest?: string | null | undefined;
  /** Equal requests have one in common; the first is kept. */
  readonly requestHashes: readonly [string, ...string[]];
  readonly key: string | undefined;
  /** False for samples. */
  readonly charged: boolean;
  readonly timeoutMs: number;
  /** Which frame of a multi-frame file is wanted, from 1. */
  readonly frame?: number | undefined;
  /** Which slice of a series it is, where it is read alone. */
  readonly place?: SlicePlace | undefined;
  /** When the picture was taken, as whoever took it says. */
  readonly capture?: CaptureNote | undefined;
  /** The batch that the picture is a slice of: it waits behind everything that somebody sits before. */
  readonly batch?: { readonly id: string; readonly slice: number };
  /** Called when it is written down, before the queue has it. */
  readonly onPlaced?: ((id: string) => void) | undefined;
}

/** An analysis that was written down, and what its file spells otherwise than the slices before it. */
export type PlacedOrder = AnalysisRow & { readonly spelled: readonly IdentityField[] };

/** So long a slice may wait for its turn; its own time begins when it is read. */
const batchPatienceMs = 24 * 60 * 60_000;

/**
 * Writes down what is wanted, keeps the upload and gives the work to the queue; or finds that the same
 * order was placed before. A crash in between leaves a row whose time runs out, and nothing charged;
 * whoever places the order again before that has the missing steps made up for.
 */
export async function placeOrder(
  order: Order,
  context: EndTools & Pick<AppContext, 'traces'>,
): Promise<PlacedOrder> {
  const found = await context.db.transaction((tx) => findOrCreate(tx, order, context));
  const { row, isNew, spelled } = found;
  order.onPlaced?.(row.id);
  if (!isNew) {
    if (isInFlight(row)) await handOver(found, order, context);
    return { ...row, spelled };
  }
  try {
    await handOver(found, order, context);
    return { ...row, spelled };
  } catch (error) {
    const failure = {
      state: 'failed',
      errorCode: 'analysis_failed',
      errorMessage: 'The image could not be kept.',
    } as const;
    await endAnalysis({ id: row.id }, failure, context);
    throw error;
  }
}

/** Writes down a slice that cannot be kept as one that failed, so that its batch comes to an end. */
export async function failOrder(
  order: Order,
  problem: Problem,
  context: EndTools & Pick<AppContext, 'traces'>,
): Promise<PlacedOrder> {
  const { row } = await context.db.transaction((tx) => findOrCreate(tx, order, context));
  const { code: errorCode, message: errorMessage } = problem;
  const ended = await endAnalysis({ id: row.id }, { state: 'failed', errorCode, errorMessage }, context);
  return { ...(ended ?? row), spelled: [] };
}

/** May be done twice: the picture is the same, and the queue drops a job that it has. */
async function handOver(
  { row, isNew, turn }: Found,
  order: Order,
  { blobs, queue, traces, now }: Pick<AppContext, 'blobs' | 'queue' | 'traces' | 'now'>,
): Promise<void> {
  const { sourceKey: key } = row;
  if (key === null) throw new Error('an order has no place for its upload');
  const mayBeKept = !isNew || order.source.keptAs !== undefined;
  if (!(mayBeKept && (await blobs.has(key)))) await blobs.put(key, contentOf(order.source));
  const trace = traces.isOn ? { ...traces.carrier(), queuedAt: String(now().getTime()) } : {};
  await queue.publish(
    analysesQueue,
    { id: row.id, attempt: String(row.attempt), ...trace },
    {
      key: `${row.id}:${row.attempt}`,
      expireSeconds: Math.ceil(order.timeoutMs / 1000) + 30,
      isBackground: order.batch !== undefined,
      turn,
    },
  );
}

/** Outcomes that the same picture need not have a second time. */
const repeatable = new Set([
  'analysis_failed',
  'analysis_timeout',
  'analysis_cancelled',
  'no_trials_remaining',
]);

interface Found {
  readonly row: AnalysisRow;
  readonly isNew: boolean;
  readonly spelled: readonly IdentityField[];
  readonly turn: number;
}

type Tools = Pick<AppContext, 'config' | 'now'>;

async function findOrCreate(tx: Executor, order: Order, tools: Tools): Promise<Found> {
  const { by, charged } = order;
  const { serviceType } = order.manifest;
  const batch = order.batch && (await requireOpenBatch(tx, order.batch.id));
  const requireFree = charged ? await holdTrial(tx, { userId: by.userId, serviceType }, tools) : undefined;
  const placed = (await create(tx, order, tools)) ?? (await findOrRestart(tx, order, tools));
  if ('earlier' in placed) {
    const { earlier: row } = placed;
    // A job that the queue has keeps its turn; one that it never got has this one.
    return {
      row,
      isNew: false,
      spelled: [],
      turn: isInFlight(row) ? await turnNow(tx, row, tools.now()) : 0,
    };
  }
  const { row, inFlight, turn } = placed;
  const spelled = batch ? await comparePatient(tx, { batch, row }, order, tools) : [];
  requireFree?.(inFlight);
  const event = { action: 'analysis.requested', by, from: order.from, subjectId: row.id } as const;
  await recordAudit(tx, { ...event, details: { module: row.module, attempt: row.attempt } }, tools);
  return { row, isNew: true, spelled, turn };
}

/** With the slices that came before it. */
async function comparePatient(
  tx: Executor,
  { batch, row }: { readonly batch: BatchRow; readonly row: AnalysisRow },
  { named, fileName, batch: place }: Order,
  tools: Tools,
): Promise<readonly IdentityField[]> {
  if (!named || !place) return [];
  const { id: analysisId } = row;
  return requireOnePatient(tx, batch, { slice: place.slice, fileName, identity: named, analysisId }, tools);
}

/** The analysis of the same key: as it is, or, where it ended without a result, once more. */
async function findOrRestart(
  tx: Executor,
  { by, key, requestHashes, ...order }: Order,
  { now }: Tools,
): Promise<Placed | { readonly earlier: AnalysisRow }> {
  const earlier = await lockByKey(tx, { userId: by.userId, key });
  if (!earlier) throw new Error('an analysis was neither made nor found');
  if (!requestHashes.includes(earlier.requestHash)) {
    throw new Problem(
      'idempotency_conflict',
      'This Idempotency-Key was used for another image or patient ID.',
    );
  }
  if (!repeatable.has(earlier.errorCode ?? '')) return { earlier };
  const at = now();
  return restartAnalysis(tx, earlier, {
    sourceKey: order.source.keptAs ?? sourceKey(earlier.organisationId, earlier.id, uuidV7(at)),
    createdAt: at,
    deadlineAt: deadlineOf(order, at),
  });
}

function create(tx: Executor, order: Order, { config, now }: Tools): Promise<Placed | undefined> {
  const at = now();
  const id = uuidV7(at);
  return insertAnalysis(tx, {
    id,
    organisationId: order.by.organisationId,
    userId: order.by.userId,
    module: order.manifest.id,
    serviceType: order.manifest.serviceType,
    ...sealPatient(order.patientId, { table: 'analyses', id }, config.keys),
    patientGenerated: order.patientGenerated ?? false,
    idempotencyKey: order.key ?? null,
    requestHash: order.requestHashes[0],
    state: 'queued',
    charged: order.charged,
    sourceKey: order.source.keptAs ?? sourceKey(order.by.organisationId, id, uuidV7(at)),
    sourceBytes: order.source.bytes,
    sourceSha256: order.source.sha256,
    origin: order.origin ? sealOrigin(order.origin, id, config.keys) : null,
    exam: order.exam ? sealExam(order.exam, id, config.keys) : null,
    pictureDigest: order.pictureDigest ?? null,
    frame: order.frame ?? null,
    batchId: order.batch?.id ?? null,
    slice: order.batch?.slice ?? order.place?.slice ?? null,
    slices: order.place?.slices ?? null,
    capture: order.capture ?? null,
    createdAt: at,
    deadlineAt: deadlineOf(order, at),
  });
}

function deadlineOf({ batch, timeoutMs }: Pick<Order, 'batch' | 'timeoutMs'>, at: Date): Date {
  return new Date(at.getTime() + (batch ? batchPatienceMs : timeoutMs));
}

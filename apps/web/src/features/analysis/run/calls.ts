import {
  askForMasks,
  burnedInTextReply,
  cancelReply,
  type MaskBox,
  type ProcessReply,
  processParts,
  progressReply,
} from '@second-read/contract/analyses';
import {
  type PicturesKnownReply,
  patientKnownReply,
  picturesKnownReply,
  type UploadedPicture,
} from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { z } from 'zod';
import { request } from '../../../api/calls/client.ts';
import { upload } from '../../../api/calls/upload.ts';
import { uploadParts } from '../image/reencode.ts';
import { ClientError, clientMessages } from './client-error.ts';
import type { ChosenImage, Step, TextProposal } from './flow.ts';
import { readResult } from './read-result.ts';

export interface AnalysisOrder {
  readonly manifest: ModuleManifest;
  readonly patientId: string;
  /** The patient ID was made up here. */
  readonly isGenerated: boolean;
  /** The user said that it is right although the file names another. */
  readonly isConfirmed: boolean;
  readonly image: ChosenImage;
  /** What to hide in the picture; null where the user has not been asked. */
  readonly masks: readonly MaskBox[] | null;
  /** The same for each try of one analysis: a repeat never makes a second report. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: Step) => void;
}

/** The server answers 504 by itself; this much later nobody is there to answer. */
const graceMs = 15_000;
/** What is no JSON at all parses to undefined; the rest is judged field by field. */
const anyJson = z.unknown().refine((reply) => reply !== undefined);
const pollMs = 600;

/** A report, or the question what to hide. */
export type Answer =
  | { readonly kind: 'report'; readonly reply: ProcessReply }
  | { readonly kind: 'text'; readonly proposal: TextProposal };

/** Sends one picture and waits for its report or for a question, telling what is being done. */
export async function analyse(order: AnalysisOrder): Promise<Answer> {
  const { manifest, patientId, image, key } = order;
  const parts = await uploadParts(manifest, image);
  const form = new FormData();
  form.set(processParts.patientId, patientId.trim());
  if (order.isGenerated) form.set(processParts.generated, '1');
  form.set(processParts.confirmed, order.isConfirmed ? '1' : '0');
  form.set(processParts.image, parts.image, parts.imageName);
  if (image.origin !== undefined) form.set(processParts.origin, image.origin);
  if (parts.original) form.set(processParts.original, parts.original, parts.original.name);
  if (image.frame !== undefined) form.set(processParts.frame, String(image.frame));
  if (image.place) form.set(processParts.place, `${image.place.slice}/${image.place.slices}`);
  if (image.capture) form.set(processParts.capture, JSON.stringify(image.capture));
  form.set(processParts.masks, masksOf(order));
  const waiting = waitForServer(order);
  try {
    const reply = await upload(`/api/${manifest.apiPath}/process/`, {
      schema: anyJson,
      form,
      idempotencyKey: key,
      signal: waiting.signal,
      onProgress: waiting.onProgress,
    });
    const question = burnedInTextReply.safeParse(reply);
    if (question.success) return { kind: 'text', proposal: question.data.burned_in_text };
    return { kind: 'report', reply: readResult(manifest, reply, patientId.trim()) };
  } catch (error) {
    if (waiting.isOverdue()) throw new ClientError(clientMessages.noResponse);
    throw error;
  } finally {
    waiting.end();
  }
}

/** Samples are public, and nothing is written into what a live view shows: nobody is asked about labels. */
function masksOf({ masks, image }: AnalysisOrder): string {
  if (masks !== null) return JSON.stringify(masks);
  return image.from === 'gallery' || image.from === 'camera' ? '[]' : askForMasks;
}

/** Tells the upload's share, then asks the server what it does, and gives up when it never answers. */
function waitForServer({ manifest, key, signal, onStep }: AnalysisOrder) {
  const overdue = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  const onProgress = (fraction: number) => {
    if (fraction < 1) return onStep({ label: `Uploading ${Math.floor(fraction * 100)} %`, fraction });
    if (timer !== undefined) return;
    onStep({ label: 'Waiting for the server', fraction: null });
    timer = setTimeout(() => overdue.abort(), manifest.timeoutMs + graceMs);
    poll = setInterval(() => void tellStep({ manifest, key, signal, onStep }), pollMs);
  };
  return {
    onProgress,
    signal: AbortSignal.any([signal, overdue.signal]),
    isOverdue: () => overdue.signal.aborted && !signal.aborted,
    end: () => {
      clearTimeout(timer);
      clearInterval(poll);
    },
  };
}

/** Progress is a courtesy: an analysis goes on without it. */
async function tellStep(order: Pick<AnalysisOrder, 'manifest' | 'key' | 'signal' | 'onStep'>): Promise<void> {
  const { manifest, key, signal, onStep } = order;
  const path = `/api/${manifest.apiPath}/progress/${key}/`;
  const progress = await request(path, { schema: progressReply, signal }).catch(() => null);
  if (!progress || signal.aborted) return;
  if (progress.state === 'queued') onStep({ label: 'Queued', fraction: null });
  if (progress.state === 'running' && progress.step !== '') {
    onStep({ label: progress.step, fraction: progress.fraction });
  }
}

/** @returns whether the analysis had ended before it could be cancelled: its report is stored. */
export async function cancelAnalysis(manifest: ModuleManifest, key: string): Promise<boolean> {
  const path = `/api/${manifest.apiPath}/cancel/${key}/`;
  const { state } = await request(path, { method: 'POST', schema: cancelReply });
  return state === 'completed';
}

/** Whether any report of the organisation already carries this patient ID. */
export async function isPatientKnown(patientId: string, signal: AbortSignal): Promise<boolean> {
  const query = new URLSearchParams({ patient_id: patientId });
  const reply = await request(`/api/patients/known/?${query}`, { schema: patientKnownReply, signal });
  return reply.patient_known;
}

/** Whether the same files were read before, and their newest report. */
export function arePicturesKnown(
  manifest: ModuleManifest,
  asked: { readonly pictures: readonly UploadedPicture[]; readonly patientId: string },
  signal: AbortSignal,
): Promise<PicturesKnownReply> {
  const { pictures, patientId } = asked;
  const json = { pictures, ...(patientId !== '' && { patient_id: patientId }) };
  const path = `/api/${manifest.apiPath}/pictures/known/`;
  return request(path, { method: 'POST', json, schema: picturesKnownReply, signal });
}

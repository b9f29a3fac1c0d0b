import { manifestOf } from '@second-read/analyses/manifests';
import { askForMasks, burnedInTextReply, processParts } from '@second-read/contract/analyses';
import { z } from 'zod';
import { ApiError } from '../../api/calls/errors.ts';
import { upload } from '../../api/calls/upload.ts';
import type { KeptPicture } from './kept-picture.ts';

/** What came of sending a picture. `later`: nothing is settled, and the same is sent again. */
export type Sent =
  | { readonly kind: 'sent'; readonly reportId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later' };

const reply = z.union([burnedInTextReply, z.looseObject({ id: z.string().min(1) })]);
const hasText =
  'Text may be written in the picture, which somebody must look at: open it on the analysis screen as a file.';

/**
 * Sends a picture under its key: one that arrived before the network was lost is not read or charged again.
 */
export async function sendPicture(
  { id, module, facts }: KeptPicture,
  file: File,
  signal: AbortSignal,
): Promise<Sent> {
  const form = new FormData();
  form.set(processParts.patientId, facts.patientId.trim());
  if (facts.isGenerated) form.set(processParts.generated, '1');
  form.set(processParts.image, file, file.name);
  if (facts.capture) form.set(processParts.capture, JSON.stringify(facts.capture));
  form.set(processParts.masks, facts.isLive ? '[]' : askForMasks);
  const { apiPath, timeoutMs } = manifestOf(module);
  // A phone's network may be slow; the server answers by itself once it has the picture.
  const options = { form, idempotencyKey: id, schema: reply, signal, timeoutMs: 3 * timeoutMs + 120_000 };
  try {
    const answer = await upload(`/api/${apiPath}/process/`, options);
    return 'id' in answer && typeof answer.id === 'string'
      ? { kind: 'sent', reportId: answer.id }
      : { kind: 'refused', reason: hasText };
  } catch (error) {
    return error instanceof ApiError ? settledBy(error) : { kind: 'later' };
  }
}

/** Trouble of the network, the server or the session passes; everything else is about this picture. */
export function settledBy({ status, message }: ApiError): Sent {
  const passes = status === null || status >= 500 || [401, 408, 425, 429].includes(status);
  return passes ? { kind: 'later' } : { kind: 'refused', reason: message };
}

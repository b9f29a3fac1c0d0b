import { type ProcessReply, processReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { ClientError, clientMessages } from './client-error.ts';

/**
 * Checks the reply of `process/` as the specification asks (section 5), before anything is shown of it.
 * @throws ClientError with its words.
 */
export function readResult(manifest: ModuleManifest, reply: unknown): ProcessReply {
  const fields = typeof reply === 'object' && reply !== null ? new Map(Object.entries(reply)) : null;
  const error = fields?.get('error');
  if (typeof error === 'string' && error !== '') throw new ClientError(error);
  const needed = requiredFields(manifest);
  const missing = needed.filter((field) => isMissing(fields?.get(field)));
  const images = needed.filter((field) => field !== 'report_text');
  if (!fields || (images.length > 1 && images.every((field) => missing.includes(field)))) {
    throw new ClientError('Invalid response from server: missing image data');
  }
  if (missing.length > 0)
    throw new ClientError(`Invalid response from server: missing ${missing.join(', ')}`);
  const parsed = processReply.safeParse(reply);
  if (!parsed.success) throw new ClientError(clientMessages.response);
  return parsed.data;
}

/** The pictures of every view; the findings too where they come as `report_text`. */
function requiredFields({ id, imageFields }: ModuleManifest): string[] {
  const { original, segmented, overlay } = imageFields;
  const images = [original, segmented, overlay].filter((field) => field !== undefined);
  return id === 'breast' || id === 'lung' ? [...images, 'report_text'] : images;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

import { type ProcessReply, processReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { ClientError, clientMessages } from './client-error.ts';

/**
 * Checks the reply of `process/` as the specification asks (section 5), before anything is shown of it. The
 * fields named there are enough: what is known of a stored report besides is filled up, with an empty id
 * where it was not stored.
 * @throws ClientError with its words.
 */
export function readResult(manifest: ModuleManifest, reply: unknown, patientId: string): ProcessReply {
  const fields = typeof reply === 'object' && reply !== null ? new Map(Object.entries(reply)) : null;
  const error = fields?.get('error');
  if (typeof error === 'string' && error !== '') throw new ClientError(error);
  // A result that is hidden until its reader gives an opinion comes as the picture alone.
  const isHidden = fields?.get('read_first') === true;
  const images = isHidden ? [manifest.imageFields.original ?? ''] : imageFieldsOf(manifest);
  const needed = isHidden ? images : [...images, ...manifest.requiredFields];
  const missing = needed.filter((field) => isMissing(fields?.get(field)));
  if (!fields || (images.length > 1 && images.every((field) => missing.includes(field)))) {
    throw new ClientError('Invalid response from server: missing image data');
  }
  if (missing.length > 0)
    throw new ClientError(`Invalid response from server: missing ${missing.join(', ')}`);
  const parsed = processReply.safeParse({ ...unstored(manifest, patientId), ...Object.fromEntries(fields) });
  if (!parsed.success) throw new ClientError(clientMessages.response);
  return parsed.data;
}

/**
 * What a reply that holds the specified fields alone leaves open. The pictures themselves say how large they
 * are.
 */
function unstored({ id: module }: ModuleManifest, patientId: string) {
  const now = new Date().toISOString();
  const study = { width: 0, height: 0, format: '', bits_stored: 0, spacing_mm: null };
  return {
    ...{ id: '', module, patient_id: patientId, created_at: now, updated_at: now, analyzed_by: null },
    ...{ study, patient_known: false },
  };
}

/** The images of every view. */
function imageFieldsOf({ imageFields: { original, segmented, overlay } }: ModuleManifest): string[] {
  return [original, segmented, overlay].filter((field) => field !== undefined);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

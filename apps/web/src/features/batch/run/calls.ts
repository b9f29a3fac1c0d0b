import { type MaskBox, processParts, textSearchReply } from '@second-read/contract/analyses';
import {
  type BatchRequest,
  batchesReply,
  batchReply,
  batchResultsReply,
  sliceReply,
} from '@second-read/contract/batches';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/calls/client.ts';
import { upload } from '../../../api/calls/upload.ts';
import { originOf } from '../../../api/organization/picture-origin.ts';

/** Announces a series. */
export function startBatch(manifest: ModuleManifest, json: BatchRequest, signal: AbortSignal) {
  const path = `/api/${manifest.apiPath}/batches/`;
  return request(path, { method: 'POST', json, schema: batchReply, signal });
}

/** Sends one slice; a frame of a file that was sent already goes without the file. */
export function sendSlice(of: {
  manifest: ModuleManifest;
  batch: string;
  /** From 1. */
  slice: number;
  file: File | null;
  frame: number | null;
  masks: readonly MaskBox[];
  signal: AbortSignal;
}) {
  const { manifest, batch, slice, file, frame, masks, signal } = of;
  const form = new FormData();
  if (frame !== null) form.set(processParts.frame, String(frame));
  if (file) {
    const origin = originOf(file);
    form.set(processParts.image, file, file.name);
    if (origin !== undefined) form.set(processParts.origin, origin);
    // What is hidden in a file is hidden in all of its frames.
    if (masks.length > 0) form.set(processParts.masks, JSON.stringify(masks));
  }
  const path = `/api/${manifest.apiPath}/batches/${batch}/slices/${slice}/`;
  return upload(path, { form, schema: sliceReply, idempotencyKey: `${batch}:${slice}`, signal });
}

/** Where text is in a picture that is not sent to be read; the server keeps nothing of it. */
export function searchText(of: { manifest: ModuleManifest; file: File; signal: AbortSignal }) {
  const { manifest, file, signal } = of;
  const form = new FormData();
  form.set(processParts.image, file, file.name);
  return upload(`/api/${manifest.apiPath}/text-search/`, { form, schema: textSearchReply, signal });
}

export function fetchBatch(id: string, signal?: AbortSignal) {
  return request(`/api/batches/${id}/`, { schema: batchReply, ...(signal && { signal }) });
}

export function cancelBatch(id: string) {
  return request(`/api/batches/${id}/cancel/`, { method: 'POST', schema: batchReply });
}

const pollMs = 3_000;

/** The slices of a batch, asked for again until it has ended. */
export function batchResultsQuery(id: string) {
  return queryOptions({
    queryKey: ['batch', id],
    queryFn: ({ signal }) => request(`/api/batches/${id}/results/`, { schema: batchResultsReply, signal }),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.batch) ? false : pollMs),
  });
}

/** The user's own series, newest first. */
export const batchesQuery = queryOptions({
  queryKey: ['batches'],
  queryFn: ({ signal }) => request('/api/batches/', { schema: batchesReply, signal }),
  staleTime: 0,
});

export function hasEnded({ state }: { state: string }): boolean {
  return state === 'completed' || state === 'stopped';
}

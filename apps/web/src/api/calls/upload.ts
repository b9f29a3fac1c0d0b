import type { z } from 'zod';
import { authorised } from './client.ts';
import { noResponse } from './errors.ts';
import { apiHost } from './host.ts';
import { readReply } from './read-reply.ts';

export interface UploadOptions<T> {
  readonly schema: z.ZodType<T>;
  readonly form: FormData;
  /** Same key, same report: a retry never makes a second one. Absent if the call makes no report. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** 0 to 1 during the upload; 1 means that the server is working. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * A multipart POST with progress. `XMLHttpRequest`, since `fetch` reports no upload progress.
 * @throws ApiError (also `no_response` when `timeoutMs` passes), or an AbortError when cancelled.
 */
export function upload<T>(path: string, options: UploadOptions<T>): Promise<T> {
  return authorised(
    (access) => post(path, options, access),
    (xhr) => readReply(xhr.status, xhr.responseText, options.schema),
  );
}

function post<T>(path: string, options: UploadOptions<T>, access: string | null): Promise<XMLHttpRequest> {
  const { form, signal, onProgress, timeoutMs = 0, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException('Canceled', 'AbortError'));
    const xhr = new XMLHttpRequest();
    const cancel = () => xhr.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    xhr.open('POST', apiHost + path);
    xhr.timeout = timeoutMs;
    xhr.setRequestHeader('accept', 'application/json');
    if (idempotencyKey !== undefined) xhr.setRequestHeader('idempotency-key', idempotencyKey);
    if (access !== null) xhr.setRequestHeader('authorization', `Bearer ${access}`);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    xhr.upload.onload = () => onProgress?.(1);
    xhr.onload = () => resolve(xhr);
    xhr.onerror = () => reject(noResponse());
    xhr.ontimeout = () => reject(noResponse());
    xhr.onabort = () => reject(new DOMException('Canceled', 'AbortError'));
    xhr.onloadend = () => signal?.removeEventListener('abort', cancel);
    xhr.send(form);
  });
}

import type { PacsSettings } from './pacs.ts';
import { PacsFailure, type PacsReason } from './pacs.ts';

export type DicomWebOptions = Pick<PacsSettings, 'baseUrl' | 'authorization' | 'silenceMs'>;

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, each segment encoded. */
  readonly path: readonly string[];
  readonly query?: URLSearchParams;
  readonly accept: string;
  readonly body?: { readonly type: string; readonly content: Uint8Array<ArrayBuffer> };
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** As it arrives; fails with `PacsFailure` when the archive falls silent or breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Total time limit of a response, however slowly it arrives. */
const longestMs = 5 * 60_000;
const maxRedirects = 3;

/**
 * One call to the archive: below its base URL only, redirects included, and with a limit on silence. `read`
 * consumes the response; then the connection is closed. Fails only with `PacsFailure`.
 */
export async function callPacs<T>(
  call: Call,
  options: DicomWebOptions,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const watch = watchSilence(options.silenceMs, call.signal);
  try {
    const response = await send(call, options, watch.signal);
    watch.heard();
    const contentType = response.headers.get('content-type') ?? '';
    return await read({ status: response.status, contentType, body: chunksOf(response, watch) });
  } catch (error) {
    throw failureOf(error, watch, call.signal);
  } finally {
    watch.stop();
  }
}

/** Throws for a response that is not a success. */
export function requireSuccess({ status }: Answer): void {
  if (status < 200 || status > 299) throw new PacsFailure(reasonOf(status), `status ${status}`);
}

function reasonOf(status: number): PacsReason {
  if (status === 401 || status === 403) return 'not_authorised';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 408 || status === 429 || status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'invalid_answer';
}

async function send(call: Call, options: DicomWebOptions, signal: AbortSignal): Promise<Response> {
  let url = addressOf(call, options.baseUrl);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url.href, {
      method: call.method,
      redirect: 'manual',
      headers: {
        accept: call.accept,
        ...(call.body && { 'content-type': call.body.type }),
        ...(options.authorization !== undefined && { authorization: options.authorization }),
      },
      body: call.body?.content ?? null,
      signal,
    });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    if (call.method !== 'GET' || redirects === maxRedirects)
      throw new PacsFailure('invalid_answer', 'too many redirects');
    url = redirectOf(response, url, options.baseUrl);
  }
}

function addressOf({ path, query }: Call, baseUrl: string): URL {
  const url = new URL(path.map(encodeURIComponent).join('/'), baseUrl);
  if (query) url.search = query.toString();
  return url;
}

/** Elsewhere the credentials, and this server's network position, would be exposed to another host. */
function redirectOf(response: Response, from: URL, baseUrl: string): URL {
  const to = response.headers.get('location') ?? '';
  if (!URL.canParse(to, from.href)) throw new PacsFailure('invalid_answer', 'a redirect to nowhere');
  const url = new URL(to, from);
  if (!url.href.startsWith(baseUrl)) throw new PacsFailure('invalid_answer', 'a redirect to elsewhere');
  return url;
}

interface SilenceWatch {
  readonly signal: AbortSignal;
  readonly isOverdue: () => boolean;
  heard(): void;
  stop(): void;
}

function watchSilence(silenceMs: number, outer: AbortSignal | undefined): SilenceWatch {
  const overdue = new AbortController();
  const given = new AbortController();
  const expire = () => overdue.abort(new Error('silent'));
  let timer = setTimeout(expire, silenceMs);
  const last = setTimeout(expire, longestMs);
  return {
    signal: AbortSignal.any([overdue.signal, given.signal, ...(outer ? [outer] : [])]),
    isOverdue: () => overdue.signal.aborted,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, silenceMs);
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(last);
      given.abort();
    },
  };
}

async function* chunksOf(response: Response, watch: SilenceWatch): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  for await (const chunk of response.body) {
    watch.heard();
    yield chunk;
  }
}

/** The caller's own abort and local failures (a full disk) pass through unchanged. */
function failureOf(error: unknown, watch: SilenceWatch, outer: AbortSignal | undefined): unknown {
  if (error instanceof PacsFailure) return error;
  if (outer?.aborted) return outer.reason;
  if (watch.isOverdue()) return new PacsFailure('timed_out', 'silent for too long');
  if (!(error instanceof TypeError)) return error;
  const code =
    error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'broken off';
  return new PacsFailure('unreachable', code);
}

/** The whole response, up to `max` bytes. */
export async function wholeBody({ body }: Answer, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > max) throw new PacsFailure('too_large', 'the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

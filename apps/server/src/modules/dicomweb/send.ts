import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { endStalled } from '../../calls/end-stalled.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';

/**
 * Names the reply that `contents` make (PS3.18 leaves caching to HTTP), and says whether the caller has it
 * already. Weak: the boundary of a multipart reply differs each time. Browsers keep nothing, for replies say
 * `no-store`; a program that keeps replies sends `If-None-Match`.
 */
export function isUnchanged(contents: readonly string[], reply: FastifyReply): boolean {
  const digest = createHash('sha256').update(JSON.stringify(contents)).digest('base64url');
  reply.header('etag', `W/"${digest}"`);
  const kept = reply.request.headers['if-none-match'] ?? '';
  return kept.split(',').some((each) => each.trim().replace(/^W\//, '') === `"${digest}"`);
}

/** One part of a multipart reply. */
export interface Part {
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * `multipart/related` (PS3.18 8.6), part by part as the caller reads. The first part is made before anything
 * leaves, so that what fails there is still an error reply; later on the connection ends.
 */
export async function sendParts(
  parts: AsyncGenerator<Part>,
  partType: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const boundary = randomUUID();
  return send(
    parts,
    (all) => multipartOf(all, boundary),
    `multipart/related; type="${partType}"; boundary=${boundary}`,
    reply,
  );
}

/** A JSON array, item by item. */
export async function sendItems(items: AsyncGenerator<object>, reply: FastifyReply): Promise<FastifyReply> {
  return send(items, arrayOf, 'application/dicom+json', reply);
}

async function send<T>(
  values: AsyncGenerator<T>,
  written: (content: AsyncGenerator<T>) => AsyncGenerator<Uint8Array>,
  type: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const first = await values.next();
  const stream = Readable.from(written(from(first, values)), { objectMode: false });
  // A reader may leave before the first byte: nothing around `values` has begun then, nothing would end it.
  stream.once('close', () => {
    values.return(undefined).catch((error: unknown) => {
      reply.log.error({ err: loggableError(error) }, 'what was sent could not be discarded');
    });
  });
  endStalled(reply);
  return reply
    .headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
    .type(type)
    .send(stream);
}

async function* from<T>(first: IteratorResult<T>, others: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

async function* multipartOf(parts: AsyncGenerator<Part>, boundary: string): AsyncGenerator<Uint8Array> {
  for await (const { type, content } of parts) {
    yield Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`);
    yield* content;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

async function* arrayOf(items: AsyncGenerator<object>): AsyncGenerator<Uint8Array> {
  let before = '[';
  for await (const item of items) {
    yield Buffer.from(before + JSON.stringify(item));
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

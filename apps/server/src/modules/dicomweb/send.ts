import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { endStalled } from '../../calls/end-stalled.ts';

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
    await begun(parts),
    (all) => multipartOf(all, boundary),
    `multipart/related; type="${partType}"; boundary=${boundary}`,
    reply,
  );
}

/** A JSON array, item by item. */
export async function sendItems(items: AsyncGenerator<object>, reply: FastifyReply): Promise<FastifyReply> {
  return send(await begun(items), arrayOf, 'application/dicom+json', reply);
}

function send<T>(
  content: AsyncGenerator<T>,
  written: (content: AsyncGenerator<T>) => AsyncGenerator<Uint8Array>,
  type: string,
  reply: FastifyReply,
): FastifyReply {
  endStalled(reply);
  return reply
    .headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
    .type(type)
    .send(Readable.from(written(content), { objectMode: false }));
}

/** The same, its first value made already. */
async function begun<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* values;
    } finally {
      await values.return(undefined);
    }
  })();
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

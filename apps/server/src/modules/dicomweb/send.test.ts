import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { type Part, sendParts } from './send.ts';

const sentBy = async (parts: AsyncGenerator<Part>) => {
  let sent: AsyncIterator<Uint8Array> & { destroy(): void } = undefined as never;
  const reply = {
    raw: {},
    headers: () => reply,
    type: () => reply,
    send: (stream: typeof sent) => {
      sent = stream;
      return reply;
    },
  };
  await sendParts(parts, 'text/plain', reply as unknown as FastifyReply);
  return sent as unknown as NodeJS.ReadableStream & { destroy(): void };
};

it.each([
  ['before the first byte', 0],
  ['at the header of a part', 1],
  ['within a part', 2],
  ['at the end', 99],
])('what parts are made of is given up where the reader leaves %s', async (_when, reads) => {
  let isKept = true;
  async function* content() {
    yield new Uint8Array(100_000);
    yield new Uint8Array(100_000);
  }
  async function* parts(): AsyncGenerator<Part> {
    try {
      yield { type: 'text/plain', content: content() };
    } finally {
      isKept = false;
    }
  }
  const stream = await sentBy(parts());
  const reader = stream[Symbol.asyncIterator]();
  for (let at = 0; at < reads; at += 1) if ((await reader.next()).done) break;
  if (reads < 99) expect(isKept).toBe(true);
  stream.destroy();
  await sleep(20);
  expect(isKept).toBe(false);
});

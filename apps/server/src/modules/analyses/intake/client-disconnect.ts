import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes before the reply was written. */
export function signalOfDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

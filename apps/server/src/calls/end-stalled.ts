import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** So long a reader may take nothing of what is sent. */
const stalledMs = 30_000;

/** Ends the connection of a reader that does not read: what is sent is held until it does. */
export function endStalled({ raw }: Pick<FastifyReply, 'raw'>, afterMs = stalledMs): void {
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  // Node's own measure: a write that makes progress counts as activity.
  const end = () => socket.destroy();
  socket.setTimeout(afterMs, end);
  raw.once('close', () => {
    socket.removeListener('timeout', end);
  });
}

import type { FastifyReply } from 'fastify';
import { Problem } from './problem.ts';

type Reply = Pick<FastifyReply, 'raw'>;

/** Calls `act` when the connection of a reply closes, or now where it did already: it says so only once. */
export function onceClosed({ raw }: Reply, act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}

/** @throws Problem `request_timeout` where the caller is gone */
export function requireOpen({ raw }: Reply): void {
  if (raw.destroyed) throw new Problem('request_timeout', 'The connection was closed.');
}

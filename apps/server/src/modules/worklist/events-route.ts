import { Readable } from 'node:stream';
import { type App, callerOf } from '../../calls/caller.ts';
import { onceClosed } from '../../calls/once-closed.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { eventsFor } from './events.ts';
import { OpenStreams } from './open-streams.ts';

/**
 * GET /api/worklist/events/: server-sent events, as long as the session lasts. Not on the API's page: its
 * reply has no end.
 */
export function eventsRoute(app: App, context: AppContext): void {
  const streams = new OpenStreams();
  app.addHook('preClose', async () => streams.closeAll());
  app.get('/api/worklist/events/', { compress: false, schema: { hide: true } }, (request, reply) => {
    const caller = callerOf(request);
    requireRight(caller, 'read');
    const stop = streams.open(caller.userId);
    onceClosed(reply, () => streams.close(stop));
    const events = Readable.from(eventsFor(caller, stop.signal, context));
    // A connection that breaks off is no error; the generator ends by `stop`.
    events.on('error', (error) => request.log.warn({ kind: error.name }, 'a stream of events broke off'));
    // Kept alive, the connection of a stream that ended would hold up the end of the server.
    const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' };
    return reply.headers(headers).send(events);
  });
}

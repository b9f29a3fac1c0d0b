import { type LiveTryReply, liveTryParams, liveTryReply } from '@second-read/contract/live-try';
import type { App } from '../../calls/caller.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { readFirstSample } from './first-sample.ts';
import { giveWay } from './give-way.ts';
import { readSample } from './read-sample.ts';
import { findSample } from './sample.ts';
import { TryLimit } from './try-limit.ts';

/** Of one address; all visitors together have `TryLimit`. */
const rateLimit = { max: 6, timeWindow: '1 minute' };

/**
 * POST /api/live-try/{module}/{file}/: the engine reads a shipped sample for a visitor of a demo server,
 * without sign-in. Nothing is stored or charged, no byte comes from the visitor, no more runs than `TryLimit`
 * lets, and none while an analysis of an account waits or runs.
 */
export function liveTryRoutes(app: App, context: AppContext): void {
  const limit = new TryLimit();
  let first: LiveTryReply | undefined;
  const closed = new AbortController();
  app.addHook('onClose', async () => closed.abort());
  app.addHook('onListen', async () => {
    if (context.config.demoAccount === null || context.compute.threads === 0) return;
    void readFirstSample(context, limit, closed.signal).then((reply) => {
      first = reply;
    });
  });
  const schema = {
    tags: ['site'],
    summary: 'Have the engine read a shipped sample, on a demo server only',
    params: liveTryParams,
    security: [],
    response: { 200: liveTryReply },
  };
  app.get(
    '/api/live-try/',
    {
      schema: {
        tags: ['site'],
        summary:
          'What the engine read of the first sample when this server was started, on a demo server only',
        security: [],
        response: { 200: liveTryReply },
      },
      config: { access: 'public' },
    },
    () => {
      if (!first) throw notFound('The result of the first sample was');
      return first;
    },
  );
  app.post('/api/live-try/:module/:file/', { schema, config: { access: 'public', rateLimit } }, (request) => {
    const sample = context.config.demoAccount ? findSample(request.params) : undefined;
    if (!sample) throw notFound('A sample of this name was');
    if (context.compute.threads === 0)
      throw new Problem('service_unavailable', 'This process analyzes nothing itself.');
    return giveWay(context, limit, (signal) => readSample(sample, signal, context));
  });
}

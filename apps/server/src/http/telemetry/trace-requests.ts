import type { FastifyRequest } from 'fastify';
import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import type { OpenSpan } from '../../platform/traces/traces.ts';

/** Traces API and picture calls only; application files and probes would be noise. */
const traced = /^\/(api|media)\//;

/**
 * One span per call, named by its route pattern: paths and queries may name a patient. The caller's trace
 * context is used only behind a trusted proxy.
 */
export function traceRequests(app: App, { traces, config }: Pick<AppContext, 'traces' | 'config'>): void {
  if (!traces.isOn) return;
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (request.is404 || route === undefined || !traced.test(route)) return done();
    const { method } = request;
    const span = traces.begin(`${method} ${route}`, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'url.scheme': request.protocol },
      ...(config.http.trustProxy ? { parent: request.headers } : {}),
    });
    open.set(request, span);
    span.within(done);
  });
  // Reading a body loses the hook's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = open.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { failed: String(reply.statusCode) } : undefined);
  });
}

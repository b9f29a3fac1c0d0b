import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { analysesQueue, analysisMetrics } from '../../modules/analyses/index.ts';

/**
 * `/metrics` for Prometheus: route patterns as labels, never paths, which may name a patient. With
 * `METRICS_TOKEN` it requires that bearer token.
 */
export function metricsRoutes(app: App, context: AppContext): void {
  const registry = processRegistry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'analyses_waiting',
    help: 'Analyses waiting for a worker',
    registers: [registry],
    async collect() {
      this.set(await context.queue.depth(analysesQueue));
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get(
    '/metrics',
    { config: { access: 'public', rateLimit: false }, schema: { hide: true } },
    async (request, reply) => {
      if (!isMetricsReader(request.headers.authorization, context.config.http.metricsToken))
        throw new Problem('not_signed_in', 'The metrics require a token.');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}

/** Metrics of every process: memory, processor time, and the analyses that it ran or ended. */
export function processRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of analysisMetrics) registry.registerMetric(metric);
  return registry;
}

export function isMetricsReader(authorization: string | undefined, token: string | null): boolean {
  if (token === null) return true;
  // Digests have equal length, as the comparison requires.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

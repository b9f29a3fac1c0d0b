import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { isMetricsReader, processRegistry } from './metrics.ts';

export interface ServedMetrics {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * `/metrics` and `/healthz` of a process that serves nothing else; undefined where no port is set for them.
 */
export async function serveMetrics(context: AppContext): Promise<ServedMetrics | undefined> {
  const { host, metricsPort } = context.config.http;
  if (metricsPort === null) return undefined;
  const registry = processRegistry();
  const server = createServer((request, reply) => {
    answer(request, reply, registry, context).catch((error: unknown) => {
      context.log.warn({ err: loggableError(error) }, 'the metrics could not be read');
      reply.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(metricsPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  { method, url, headers }: IncomingMessage,
  reply: ServerResponse,
  registry: Registry,
  { config }: Pick<AppContext, 'config'>,
): Promise<void> {
  reply.setHeader('cache-control', 'no-store');
  if (method !== 'GET') return void reply.writeHead(405).end();
  if (url === '/healthz')
    return void reply.setHeader('content-type', 'application/json').end('{"status":"ok"}');
  if (url !== '/metrics') return void reply.writeHead(404).end();
  if (!isMetricsReader(headers.authorization, config.http.metricsToken)) {
    return void reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  }
  reply.setHeader('content-type', registry.contentType).end(await registry.metrics());
}

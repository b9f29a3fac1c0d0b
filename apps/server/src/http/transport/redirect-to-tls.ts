import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config/config.ts';

/**
 * A host name or address, with or without port: the only part of a request besides its path that goes into
 * the reply.
 */
const hostHeader = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/i;
const headersTimeoutMs = 8_000;

/**
 * Listens for plain HTTP and redirects browsers to the TLS server. Only navigation is redirected: a
 * password or picture sent over plain HTTP gets an error, since a redirect would hide it. Returns a
 * function that closes it.
 */
export async function openRedirect({ http }: Config, tls: Server): Promise<() => Promise<void>> {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    (request, reply) => answer(request, reply, (tls.address() as AddressInfo).port),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(http.tls?.redirectPort ?? 0, http.host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

function answer({ method, url = '/', headers }: IncomingMessage, reply: ServerResponse, port: number): void {
  const host = hostHeader.exec(headers.host ?? '')?.[1];
  reply.setHeader('connection', 'close');
  if (host === undefined || (method !== 'GET' && method !== 'HEAD') || !url.startsWith('/')) {
    const body = { error: 'This address speaks TLS only: use https.', code: 'invalid_request' };
    reply.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  reply.writeHead(308, { location: `https://${host}${port === 443 ? '' : `:${port}`}${url}` }).end();
}

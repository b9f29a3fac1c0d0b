import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface ServedOhif {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * OHIF as its package `@ohif/app` brings it, on a free port of loopback. `config` is the script that is sent as
 * its `app-config.js`; `more` are further files by path.
 */
export async function serveOhif(
  folder: string,
  config: () => string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServedOhif> {
  const server = createServer(async ({ url = '/' }, reply) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const given = path === '/app-config.js' ? config() : more[path];
    const content = given ?? (await readFile(join(folder, 'dist', path)).catch(() => undefined));
    // Its screens have addresses of their own, all answered by one page.
    const body = content ?? (await readFile(join(folder, 'dist/index.html')));
    const type = content === undefined ? 'text/html' : types[extname(path)];
    reply.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface ServedPages {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Another web server, on a free port of loopback: `pages` by path, else files of `folder`, else its
 * `index.html`, as for an application whose screens have addresses. Compressed, once.
 */
export async function servePages(
  pages: Readonly<Record<string, () => string>>,
  folder?: string,
): Promise<ServedPages> {
  const fileOf = (path: string) =>
    folder === undefined ? undefined : readFile(join(folder, path)).catch(() => undefined);
  const kept = new Map<string, Buffer>();
  const server = createServer(async ({ url = '/' }, reply) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const found = pages[path]?.() ?? (await fileOf(path));
    const body = found ?? (await fileOf('index.html'));
    const type = types[extname(found === undefined ? 'index.html' : path)] ?? 'application/octet-stream';
    if (body === undefined) return void reply.writeHead(404).end();
    const compressed = (found !== undefined && kept.get(path)) || gzipSync(body);
    if (found !== undefined && !pages[path]) kept.set(path, compressed);
    reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(compressed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

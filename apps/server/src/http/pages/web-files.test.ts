import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webFiles } from './web-files.ts';

let folder: string;
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } }).withTypeProvider<ZodTypeProvider>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'samples'));
  await writeFile(join(folder, 'index.html'), '<title>Second Read</title>');
  await writeFile(join(folder, 'landing.html'), '<title>Welcome</title>');
  await writeFile(join(folder, 'assets', 'index-abc123.js'), 'let a = 1;');
  await writeFile(join(folder, 'assets', 'index-abc123.js.gz'), gzipSync('let a = 1;'));
  await writeFile(join(folder, 'samples', 'a.dcm'), 'DICM');
  await writeFile(join(folder, 'sw.js'), 'self;');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await webFiles(app, folder);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the built application', () => {
  it('serves the prerendered landing page', async () => {
    const reply = await app.inject({ url: '/' });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(reply.body).toBe('<title>Welcome</title>');
  });

  it.each([
    '/login',
    '/dashboard/',
    '/analysis/breast-1',
    '/cervix-analysis',
    '/performance',
    '/demo?case=2',
  ])('is the answer to the screen %s', async (url) => {
    const reply = await app.inject({ url });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(reply.body).toBe('<title>Second Read</title>');
  });

  it.each([
    '/nowhere',
    '/analysis',
    '/login/x',
    '/index',
    '/index.html',
    '/landing.html',
    '/samples/none.png',
    '/../package.json',
  ])('is shown with 404 for %s, to say that nothing is there', async (url) => {
    const reply = await app.inject({ url });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('serves immutable, precompressed assets', async () => {
    const reply = await app.inject({
      url: '/assets/index-abc123.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.headers['content-type']).toContain('javascript');
  });

  it('serves the samples', async () => {
    expect((await app.inject({ url: '/samples/a.dcm' })).body).toBe('DICM');
  });

  it("has the browser's worker asked for afresh, and a manifest to install by", async () => {
    const worker = await app.inject({ url: '/sw.js' });
    expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
    const manifest = await app.inject({ url: '/manifest.webmanifest' });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
  });

  it.each(['/api/none', '/media/none', '/assets/gone.js', '/assets/%2e%2e%2f%2e%2e%2fpackage.json'])(
    'is not the answer to %s',
    async (url) => {
      const reply = await app.inject({ url });
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    },
  );
});

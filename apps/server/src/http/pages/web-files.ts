import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { manifests } from '@second-read/analyses/manifests';
import { screenPaths } from '@second-read/contract/screens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../calls/caller.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import { sendProblem } from '../errors.ts';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/**
 * Serves the built application. `/` gets `landing.html`, every other screen `index.html`, with 200; any other
 * path gets `index.html`, which then shows "Page Not Found", with 404. Unknown paths below `/api` and
 * `/media` get JSON.
 */
export async function webFiles(app: App, folder = builtWebFolder()): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) await serveFolder(app, folder);
  const sendScreen = (reply: FastifyReply, page = 'index.html') =>
    reply.header('cache-control', 'no-cache').sendFile(page, { cacheControl: false });
  for (const path of isBuilt ? screenRoutes() : []) {
    const page = path === '/' ? 'landing.html' : 'index.html';
    app.get(
      path,
      { exposeHeadRoute: true, config: { access: 'public' }, schema: { hide: true } },
      (_, reply) => sendScreen(reply, page),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && wantsPage(request)) return sendScreen(reply.code(404));
    return sendProblem(missing(request, isBuilt), request, reply);
  });
}

async function serveFolder(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
      route.schema = { ...route.schema, hide: true };
    });
    const common = { decorateReply: false, preCompressed: true, index: false as const };
    // Names of built files change with their content.
    const assets = { root: join(folder, 'assets'), prefix: '/assets/', maxAge: yearMs, immutable: true };
    await files.register(fastifyStatic, { ...common, ...assets });
    // The browser's worker is asked for afresh: by it a new version is found.
    const setHeaders = (reply: FastifyReply, path: string) => {
      if (path.endsWith('/sw.js')) reply.header('cache-control', 'no-cache');
    };
    const globIgnore = ['assets/**', '*.html', '**/*.br', '**/*.gz'];
    await files.register(fastifyStatic, {
      ...common,
      root: folder,
      wildcard: false,
      globIgnore,
      maxAge: dayMs,
      setHeaders,
    });
  });
}

function screenRoutes(): string[] {
  return [...screenPaths, ...manifests.map((manifest) => manifest.route)];
}

function wantsPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|media|assets)(\/|\?|$)/.test(url);
}

function missing(request: FastifyRequest, isBuilt: boolean): Problem {
  if (!isBuilt && wantsPage(request)) {
    return new Problem('not_found', 'The browser application is not built. Run "npm run build".');
  }
  return notFound('Address');
}

/** `apps/web/dist`, for sources and bundle alike: the nearest parent folder that has it. */
export function builtWebFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'apps', 'web');
    if (existsSync(candidate) || folder === dirname(folder)) return join(candidate, 'dist');
  }
}

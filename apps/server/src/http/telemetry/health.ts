import { access, constants, statfs } from 'node:fs/promises';
import { z } from 'zod';
import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';

const minFreeBytes = 256 * 1024 * 1024;

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), problem: z.string().optional() })),
});

/**
 * `/healthz`: the process answers. `/readyz`: its dependencies answer too; names the missing one in our own
 * words. The driver's message, which may name hosts and accounts, is only logged.
 */
export function healthRoutes(app: App, context: AppContext): void {
  const look = sharedLook(context);
  app.get(
    '/healthz',
    {
      exposeHeadRoute: true,
      config: { access: 'public', rateLimit: false },
      schema: { tags: ['operations'], response: { 200: z.object({ status: z.literal('ok') }) } },
    },
    () => ({
      status: 'ok' as const,
    }),
  );
  app.get(
    '/readyz',
    {
      exposeHeadRoute: true,
      config: { access: 'public' },
      schema: { tags: ['operations'], response: { 200: readiness, 503: readiness } },
    },
    async (_request, reply) => {
      const checks = await look();
      const isReady = Object.values(checks).every((check) => check.ok);
      reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
      return { status: isReady ? ('ready' as const) : ('not ready' as const), checks };
    },
  );
}

type Check = { ok: boolean; problem?: string };

/** How long a result is reused: a check writes to the picture store, and anybody may call. */
const goodForMs = 1_000;

/** One check for all calls within a second. */
function sharedLook(context: AppContext): () => Promise<Record<string, Check>> {
  let last: { at: number; checks: Promise<Record<string, Check>> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > goodForMs) last = { at, checks: runChecks(context) };
    return last.checks;
  };
}

async function runChecks(context: AppContext): Promise<Record<string, Check>> {
  const { pool, blobs, queue, config } = context;
  const parts: Record<keyof typeof problems, () => Promise<unknown>> = {
    database: () => pool.query('SELECT 1 FROM users LIMIT 1'),
    pictures: () => blobs.check(),
    queue: () => queue.depth('analyses'),
    uploads: () => checkUploadFolder(config.uploadDir),
  };
  const entries = Object.entries(parts).map(async ([name, run]) => {
    const error = await troubleOf(run);
    if (error === undefined) return [name, { ok: true }] as const;
    context.log.warn({ err: loggableError(error), part: name }, 'not ready');
    return [name, { ok: false, problem: problemOf(name as keyof typeof problems, error) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The public description of the failure. */
const problems = {
  database: 'PostgreSQL does not answer as it should',
  pictures: 'the store of pictures does not answer as it should',
  queue: 'the queue cannot be read',
  uploads: 'the folder of half-received uploads cannot be written to',
} as const;

class KnownProblem extends Error {}

function problemOf(part: keyof typeof problems, error: unknown): string {
  return error instanceof KnownProblem ? error.message : problems[part];
}

async function troubleOf(run: () => Promise<unknown>): Promise<unknown> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new KnownProblem('no answer in 3 s')), 3_000).unref(),
  );
  try {
    await Promise.race([run(), late]);
    return undefined;
  } catch (error) {
    return error ?? new Error('unknown');
  }
}

async function checkUploadFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes) throw new KnownProblem('less than 256 MiB of disk left');
}

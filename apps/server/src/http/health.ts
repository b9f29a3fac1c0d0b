import { access, constants, statfs } from 'node:fs/promises';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { App } from './caller.ts';

const leastFreeBytes = 256 * 1024 * 1024;

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), problem: z.string().optional() })),
});

/** `/healthz`: the process answers. `/readyz`: what it needs answers too, and which part does not. */
export function healthRoutes(app: App, context: AppContext): void {
  const config = { access: 'public', rateLimit: false } as const;
  app.get(
    '/healthz',
    { config, schema: { tags: ['operations'], response: { 200: z.object({ status: z.literal('ok') }) } } },
    () => ({
      status: 'ok' as const,
    }),
  );
  app.get(
    '/readyz',
    { config, schema: { tags: ['operations'], response: { 200: readiness, 503: readiness } } },
    async (_request, reply) => {
      const checks = await runChecks(context);
      const isReady = Object.values(checks).every((check) => check.ok);
      reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
      return { status: isReady ? ('ready' as const) : ('not ready' as const), checks };
    },
  );
}

type Check = { ok: boolean; problem?: string };

async function runChecks(context: AppContext): Promise<Record<string, Check>> {
  const { pool, blobs, queue, config } = context;
  const checks: Record<string, () => Promise<unknown>> = {
    database: () => pool.query('SELECT 1 FROM users LIMIT 1'),
    pictures: () => blobs.check(),
    queue: () => queue.depth('analyses'),
    uploads: () => checkUploadFolder(config.uploadDir),
  };
  const entries = Object.entries(checks).map(async ([name, run]) => [name, await outcomeOf(run)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function outcomeOf(run: () => Promise<unknown>): Promise<Check> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer in 3 s')), 3_000).unref(),
  );
  try {
    await Promise.race([run(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message.slice(0, 200) : 'unknown' };
  }
}

async function checkUploadFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes) throw new Error('less than 256 MiB of disk left');
}

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { type App, originOf } from '../../http/caller.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { recordAudit } from '../audit/index.ts';
import { checkLink, organisationOfKey } from './sign-link.ts';

const params = z.object({ '*': z.string().max(400) });
const query = z.object({
  expires: z.coerce.number().int(),
  viewer: z.uuid(),
  signature: z.string().max(100),
});

/** GET /media/…: one picture, for the holder of a signed link. Every picture kept for viewing is a PNG. */
export function readImage(app: App, context: AppContext): void {
  app.get(
    '/media/*',
    { config: { access: 'public' }, schema: { hide: true, params, querystring: query } },
    async (request, reply) => {
      const key = request.params['*'];
      const state = checkLink({ key, ...request.query }, context);
      if (state !== 'good') await recordDenial(state, key, request, context);
      if (state === 'expired')
        throw new Problem('forbidden', 'This link has expired. Open the report again.');
      if (state === 'forged') throw new Problem('forbidden', 'This link is not valid.');
      const blob = await context.blobs.open(key);
      if (!blob) throw notFound('Image');
      const by = { userId: request.query.viewer, organisationId: organisationOfKey(key) };
      const event = { action: 'image.read', by, from: originOf(request), subjectId: key } as const;
      await recordAudit(context.db, event, context).catch((error: unknown) => {
        blob.stream.destroy();
        throw error;
      });
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'inline',
          'content-length': blob.info.bytes,
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .type('image/png')
        .send(blob.stream);
    },
  );
}

/** Of a forged link nothing is believed, so it is on the trail of nobody; an expired one was ours. */
async function recordDenial(
  state: 'expired' | 'forged',
  key: string,
  request: FastifyRequest<{ Querystring: z.output<typeof query> }>,
  context: AppContext,
): Promise<void> {
  const wasOurs = state === 'expired';
  const by = wasOurs ? { userId: request.query.viewer, organisationId: organisationOfKey(key) } : null;
  const subject = wasOurs ? { subjectId: key } : {};
  const event = {
    action: 'image.denied',
    outcome: 'failure',
    by,
    from: originOf(request),
    ...subject,
  } as const;
  await recordAudit(context.db, { ...event, details: { link: state } }, context);
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, clientOf } from '../../calls/caller.ts';
import { endStalled } from '../../calls/end-stalled.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import type { WorkOwner } from '../../platform/compute/compute.ts';
import { findSignedIn } from '../accounts/index.ts';
import { recordAudit, recordTallied } from '../audit/index.ts';
import { checkLink, organisationOfKey } from './sign-link.ts';
import { type SmallPictures, smallPictures } from './small-picture.ts';

const params = z.object({ '*': z.string().max(400) });
const query = z.object({
  expires: z.coerce.number().int(),
  viewer: z.uuid(),
  session: z.uuid(),
  signature: z.string().max(100),
  /** As a list shows it. The signature is of the picture, whatever its size. */
  size: z.literal('small').optional(),
});

/** A picture that is drawn when it is asked for; undefined where the key names none. */
type Draw = (key: string, by: WorkOwner, context: AppContext) => Promise<Buffer | undefined>;

/**
 * GET /media/…: one image, for the holder of a signed link. Every image made for viewing is a PNG, the
 * picture of a key image a JPEG; those of reviewed reports are drawn anew. What was uploaded is sent as
 * it is stored, for a viewer to decode.
 */
export function readImage(app: App, context: AppContext, draw: Draw): void {
  const small = smallPictures(context);
  app.get(
    '/media/*',
    { config: { access: 'public' }, schema: { hide: true, params, querystring: query } },
    async (request, reply) => {
      const key = request.params['*'];
      const state = await stateOf({ key, ...request.query }, context);
      if (state !== 'good') {
        await recordDenial(state, key, request, context);
        throw new Problem('forbidden', denials[state]);
      }
      const isPng = key.endsWith('.png');
      if (!isPng && request.query.size) throw notFound('Image');
      const by = { userId: request.query.viewer, organisationId: organisationOfKey(key) };
      const stored = await open(key, by, draw, context);
      endStalled(reply);
      if (!stored) throw notFound('Image');
      const picture = request.query.size === 'small' ? await shrink(stored, { key, by, small }) : stored;
      const event = { action: 'image.read', by, from: clientOf(request), subjectId: key } as const;
      await recordAudit(context.db, event, context).catch((error: unknown) => {
        if (picture.content instanceof Readable) picture.content.destroy();
        throw error;
      });
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'inline',
          'content-length': picture.bytes,
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .type(typeOf(key))
        .send(picture.content);
    },
  );
}

function typeOf(key: string): string {
  if (key.endsWith('.png')) return 'image/png';
  return key.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream';
}

interface Picture {
  readonly content: Buffer | Readable;
  readonly bytes: number;
}

async function open(
  key: string,
  by: WorkOwner,
  draw: Draw,
  context: AppContext,
): Promise<Picture | undefined> {
  const drawn = await draw(key, by, context);
  if (drawn) return { content: drawn, bytes: drawn.length };
  const blob = await context.blobs.open(key);
  return blob && { content: blob.stream, bytes: blob.info.bytes };
}

interface Shrinking {
  readonly key: string;
  readonly by: WorkOwner;
  readonly small: SmallPictures;
}

/** A drawn picture changes with its review, so only stored ones are kept. */
async function shrink({ content }: Picture, { key, by, small }: Shrinking): Promise<Picture> {
  const isStored = content instanceof Readable;
  const kept = isStored ? small.kept(key) : undefined;
  if (isStored && kept) content.destroy();
  const picture =
    kept ?? (await small.make(isStored ? await buffer(content) : content, by, isStored ? key : undefined));
  return { content: picture, bytes: picture.length };
}

const denials = {
  expired: 'This link has expired. Open the report again.',
  ended: 'This link belongs to a session that has ended. Please sign in again.',
  forged: 'This link is not valid.',
} as const;

type Link = z.output<typeof query> & { readonly key: string };

/** A link is valid while its user is signed in: not after logout, nor for a disabled account. */
async function stateOf(link: Link, context: AppContext): Promise<keyof typeof denials | 'good'> {
  const state = checkLink(link, context);
  if (state !== 'good') return state;
  const caller = await findSignedIn(link.session, context);
  const isViewer = caller?.userId === link.viewer && caller.organisationId === organisationOfKey(link.key);
  return isViewer ? 'good' : 'ended';
}

/** A forged link names no account, so it is in no organization's audit trail; the others were ours. */
async function recordDenial(
  state: keyof typeof denials,
  key: string,
  request: FastifyRequest<{ Querystring: z.output<typeof query> }>,
  context: AppContext,
): Promise<void> {
  const wasOurs = state !== 'forged';
  const by = wasOurs ? { userId: request.query.viewer, organisationId: organisationOfKey(key) } : null;
  const subject = wasOurs ? { subjectId: key } : {};
  const from = clientOf(request);
  const event = { action: 'image.denied', outcome: 'failure', by, from, ...subject } as const;
  await recordTallied({ ...event, details: { link: state } }, context);
}

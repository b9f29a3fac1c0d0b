import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, callerOf } from '../../calls/caller.ts';
import { requireOpen } from '../../calls/once-closed.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import type { WorkOwner } from '../../platform/compute/compute.ts';
import { openSealed, sealedContent, writeSealed } from '../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../platform/spool/spool-key.ts';
import { inCompute, storedPng } from '../reports/index.ts';
import { chooseType, notAcceptable, requireParts } from './accept.ts';
import { contentKey, openCopy, writtenForm } from './describe.ts';
import { uid } from './query-routes.ts';
import { resolve, type Services } from './resolve.ts';
import { isUnchanged, type Part, sendItems, sendParts } from './send.ts';
import type { ServedInstance } from './study-instances.ts';

const tags = ['dicomweb'];
const dicom = 'application/dicom';
const octets = 'application/octet-stream';
/** A rendered image keeps its size. */
const anySide = 65_500;

const studyParams = z.object({ study: uid });
const seriesParams = studyParams.extend({ series: uid });
const instanceParams = seriesParams.extend({ instance: uid });
const places = [
  { path: 'studies/:study', params: studyParams, what: 'a study' },
  { path: 'studies/:study/series/:series', params: seriesParams, what: 'a series' },
  { path: 'studies/:study/series/:series/instances/:instance', params: instanceParams, what: 'an instance' },
] as const;
const instanceUrl = `/api/dicom-web/${places[2].path}` as const;
const frameParams = instanceParams.extend({
  frames: z
    .string()
    .regex(/^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,99}$/)
    .refine((list) => new Set(list.split(',')).size === list.split(',').length, 'each frame once'),
});
/** Of the frames of one reply. */
const mostFrameBytes = 512 * 1024 * 1024;

/** WADO-RS (PS3.18 10.4): metadata, instances, frames and rendered images. */
export function retrieveRoutes(app: App, services: Services): void {
  wholeRoutes(app, services);
  const schema = { tags, summary: 'Frames of an instance', params: frameParams };
  app.get(`${instanceUrl}/frames/:frames`, { schema }, async (request, reply) => {
    const takes = requireParts(request, octets);
    services.take(reply);
    const [instance] = await resolve(request.params, reply, services);
    const frames = request.params.frames.split(',').map(Number);
    if (hasKept([instance], takes, reply)) return reply.code(304).send();
    return sendParts(framesOf(instance, { frames, takes }, reply, services), octets, reply);
  });
  renderedRoutes(app, services);
}

function wholeRoutes(app: App, services: Services): void {
  for (const { path, params, what } of places) {
    const metadata = { tags, summary: `Metadata of ${what}`, params };
    app.get(`/api/dicom-web/${path}/metadata`, { schema: metadata }, async (request, reply) => {
      chooseType(request, ['application/dicom+json', 'application/json']);
      services.take(reply);
      const instances = await resolve(request.params, reply, services);
      if (hasKept(instances, 'metadata', reply)) return reply.code(304).send();
      return sendItems(metadataOf(instances, reply, services), reply);
    });
    const whole = { tags, summary: `The DICOM files of ${what}`, params };
    app.get(`/api/dicom-web/${path}`, { schema: whole }, async (request, reply) => {
      requireParts(request, dicom);
      services.take(reply);
      const instances = await resolve(request.params, reply, services);
      if (hasKept(instances, 'files', reply)) return reply.code(304).send();
      return sendParts(filesOf(instances, reply, services), dicom, reply);
    });
  }
}

/** Whether the caller has what would be sent: nothing of it is read then. The URL names places and frames. */
function hasKept(
  instances: readonly (ServedInstance | undefined)[],
  as: string,
  reply: FastifyReply,
): boolean {
  const by = callerOf(reply.request);
  const contents = instances.map((each) => (each ? contentKey(each, by) : ''));
  return isUnchanged([as, reply.request.url, ...contents], reply);
}

/** One that was asked for by itself has to be there; of several those that are. */
function requireOne(instances: readonly ServedInstance[], isFound: boolean): void {
  if (!isFound && instances.length === 1) throw notFound('Instance');
}

async function* metadataOf(
  instances: readonly ServedInstance[],
  reply: FastifyReply,
  { describe }: Services,
): AsyncGenerator<object> {
  for (const instance of instances) {
    requireOpen(reply);
    const metadata = await describe(instance, callerOf(reply.request));
    requireOne(instances, metadata !== undefined);
    if (metadata) yield metadata;
  }
}

async function* filesOf(
  instances: readonly ServedInstance[],
  reply: FastifyReply,
  services: Services,
): AsyncGenerator<Part> {
  for (const instance of instances) {
    requireOpen(reply);
    const file = await fileOf(instance, callerOf(reply.request), services);
    requireOne(instances, file !== undefined);
    if (!file) continue;
    try {
      yield { type: dicom, content: file.content };
    } finally {
      await file.discard();
    }
  }
}

interface SentFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** Gives up what it is read from, also where nothing of it was read. Idempotent. */
  discard(): Promise<void>;
}

async function fileOf(
  { content }: ServedInstance,
  by: WorkOwner,
  { context }: Services,
): Promise<SentFile | undefined> {
  if (content.kind === 'form') {
    const file = await writtenForm(content, by, context);
    return file && { content: sealedContent(file.path, spoolKey()), discard: () => file.discard() };
  }
  const copy = await openCopy(content, by, context);
  if (!copy) return undefined;
  const parts = async function* () {
    yield copy.head;
    yield copy.begun;
    for (let next = await copy.rest.next(); !next.done; next = await copy.rest.next()) yield next.value;
  };
  return { content: parts(), discard: async () => void copy.stream.destroy() };
}

/** As `fileOf`; a stored copy without its identity, which frames do not have. */
async function storedFileOf(
  instance: ServedInstance,
  by: WorkOwner,
  services: Services,
): Promise<SentFile | undefined> {
  const { content } = instance;
  if (content.kind === 'form') return fileOf(instance, by, services);
  const stream = (await services.context.blobs.open(content.key))?.stream;
  return stream && { content: stream, discard: async () => void stream.destroy() };
}

interface WantedFrames {
  readonly frames: readonly number[];
  readonly takes: 'stored' | 'plain';
}

async function* framesOf(
  instance: ServedInstance | undefined,
  { frames, takes }: WantedFrames,
  reply: FastifyReply,
  services: Services,
): AsyncGenerator<Part> {
  const { context } = services;
  const by = callerOf(reply.request);
  const whole = instance && (await storedFileOf(instance, by, services));
  if (!whole) throw notFound('Instance');
  const folder = openSpoolFolder(context.config.uploadDir);
  const [path, target] = [join(folder.path, 'whole'), join(folder.path, 'frames')];
  try {
    await writeSealed(path, whole.content, spoolKey()).finally(() => whole.discard());
    requireOpen(reply);
    const task = { file: { path }, frames, takes, mostBytes: mostFrameBytes, target };
    const outcome = await inCompute(context.compute.cutFrames(task, { by }));
    if (!outcome.ok) throw refusals[outcome.reason]();
    const type = `${octets}; transfer-syntax=${outcome.syntaxUid}`;
    let at = 0;
    for (const length of outcome.lengths) {
      yield { type, content: sealedPart(target, at, length) };
      at += length;
    }
  } finally {
    await folder.discard();
  }
}

const refusals = {
  no_such_frame: () => notFound('Frame'),
  not_acceptable: () => notAcceptable(`${octets}; transfer-syntax=*`),
  too_large: () => new Problem('invalid_request', 'These frames are too large for one reply: ask for fewer.'),
  damaged: () => notFound('Frame'),
} as const;

const blockBytes = 1024 * 1024;

async function* sealedPart(path: string, from: number, length: number): AsyncGenerator<Uint8Array> {
  const source = await openSealed(path, spoolKey());
  try {
    for (let at = 0; at < length; at += blockBytes)
      yield await source.read(from + at, Math.min(blockBytes, length - at));
  } finally {
    await source.close();
  }
}

/** As displayed by the report: windowed, 8 bits. */
function renderedRoutes(app: App, services: Services): void {
  const answer = async (
    place: z.output<typeof instanceParams> & { readonly frame: number | undefined },
    reply: FastifyReply,
  ) => {
    const type = chooseType(reply.request, ['image/jpeg', 'image/png']);
    services.take(reply);
    const [instance] = await resolve(place, reply, services);
    const pngs = instance?.pngs ?? new Map<number, string>();
    if (pngs.size === 0) throw new Problem('not_acceptable', 'A result has no rendered image.');
    const key = place.frame === undefined ? pngs.values().next().value : pngs.get(place.frame);
    if (key === undefined) throw notFound('Frame');
    if (isUnchanged([type, key], reply)) return reply.code(304).send();
    const { context } = services;
    const bytes = await storedPng(key, context);
    const task = { bytes, maxSide: anySide, format: 'jpeg' as const };
    const picture =
      type === 'image/png'
        ? bytes
        : await inCompute(context.compute.shrink(task, { by: callerOf(reply.request) }));
    return reply.header('cache-control', 'private, no-store').type(type).send(Buffer.from(picture));
  };
  const schema = { tags, summary: 'An image as displayed' };
  app.get(`${instanceUrl}/rendered`, { schema: { ...schema, params: instanceParams } }, (request, reply) =>
    answer({ ...request.params, frame: undefined }, reply),
  );
  app.get(
    `${instanceUrl}/frames/:frames/rendered`,
    { schema: { ...schema, params: frameParams } },
    (request, reply) => {
      const { frames, ...place } = request.params;
      return answer({ ...place, frame: Number(frames.split(',')[0]) }, reply);
    },
  );
}

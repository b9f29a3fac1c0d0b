import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, callerOf } from '../../calls/caller.ts';
import { notFound, Problem } from '../../calls/problem.ts';
import { openSealed, sealedContent, writeSealed } from '../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../platform/spool/spool-key.ts';
import { exportPlaces, inCompute, storedPng } from '../reports/index.ts';
import { chooseType, notAcceptable, requireParts } from './accept.ts';
import { openCopy, writtenForm } from './describe.ts';
import { uid } from './query-routes.ts';
import { resolve, type Services } from './resolve.ts';
import { type Part, sendItems, sendParts } from './send.ts';
import type { ServedInstance } from './study-instances.ts';

const tags = ['dicomweb'];
const dicom = 'application/dicom';
const octets = 'application/octet-stream';
/** Viewers ask for many frames at once; the compute pool shares its threads fairly between accounts. */
const retrievals = { perAccount: 64, perOrganisation: 256 };
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
  frames: z.string().regex(/^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,99}$/),
});

/** WADO-RS (PS3.18 10.4): metadata, instances, frames and rendered images. */
export function retrieveRoutes(app: App, services: Services): void {
  const places = exportPlaces(retrievals);
  const take = (request: FastifyRequest, reply: FastifyReply) => {
    const { userId, organisationId } = callerOf(request);
    reply.raw.once('close', places({ userId, organisationId }));
  };
  wholeRoutes(app, services, take);
  const schema = { tags, summary: 'Frames of an instance', params: frameParams };
  app.get(`${instanceUrl}/frames/:frames`, { schema }, async (request, reply) => {
    const takes = requireParts(request, octets);
    take(request, reply);
    const [instance] = await resolve(request.params, request, services);
    const frames = request.params.frames.split(',').map(Number);
    return sendParts(framesOf(instance, { frames, takes }, request, services), octets, reply);
  });
  renderedRoutes(app, services, take);
}

type Take = (request: FastifyRequest, reply: FastifyReply) => void;

function wholeRoutes(app: App, services: Services, take: Take): void {
  for (const { path, params, what } of places) {
    const metadata = { tags, summary: `Metadata of ${what}`, params };
    app.get(`/api/dicom-web/${path}/metadata`, { schema: metadata }, async (request, reply) => {
      chooseType(request, ['application/dicom+json', 'application/json']);
      take(request, reply);
      const instances = await resolve(request.params, request, services);
      return sendItems(metadataOf(instances, request, services), reply);
    });
    const whole = { tags, summary: `The DICOM files of ${what}`, params };
    app.get(`/api/dicom-web/${path}`, { schema: whole }, async (request, reply) => {
      requireParts(request, dicom);
      take(request, reply);
      const instances = await resolve(request.params, request, services);
      return sendParts(filesOf(instances, request, services), dicom, reply);
    });
  }
}

/** One that was asked for by itself has to be there; of several those that are. */
function requireOne(instances: readonly ServedInstance[], isFound: boolean): void {
  if (!isFound && instances.length === 1) throw notFound('Instance');
}

async function* metadataOf(
  instances: readonly ServedInstance[],
  request: FastifyRequest,
  { describe }: Services,
): AsyncGenerator<object> {
  for (const instance of instances) {
    const metadata = await describe(instance, callerOf(request));
    requireOne(instances, metadata !== undefined);
    if (metadata) yield metadata;
  }
}

async function* filesOf(
  instances: readonly ServedInstance[],
  request: FastifyRequest,
  services: Services,
): AsyncGenerator<Part> {
  for (const instance of instances) {
    const content = await fileOf(instance, request, services);
    requireOne(instances, content !== undefined);
    if (content) yield { type: dicom, content };
  }
}

async function fileOf(
  { content }: ServedInstance,
  request: FastifyRequest,
  { context }: Services,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const by = callerOf(request);
  if (content.kind === 'form') {
    const file = await writtenForm(content, by, context);
    return file && discarded(sealedContent(file.path, spoolKey()), () => file.discard());
  }
  const copy = await openCopy(content, by, context);
  if (!copy) return undefined;
  const parts = async function* () {
    yield copy.head;
    yield copy.begun;
    for (let next = await copy.rest.next(); !next.done; next = await copy.rest.next()) yield next.value;
  };
  return discarded(parts(), async () => void copy.stream.destroy());
}

/** The same; what it was read from is given up at its end, also where the reader left. */
async function* discarded(
  content: AsyncIterable<Uint8Array>,
  discard: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } finally {
    await discard();
  }
}

/** As `fileOf`; a stored copy without its identity, which frames do not have. */
async function storedFileOf(
  instance: ServedInstance,
  request: FastifyRequest,
  services: Services,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { content } = instance;
  if (content.kind === 'form') return fileOf(instance, request, services);
  return (await services.context.blobs.open(content.key))?.stream;
}

interface WantedFrames {
  readonly frames: readonly number[];
  readonly takes: 'stored' | 'plain';
}

async function* framesOf(
  instance: ServedInstance | undefined,
  { frames, takes }: WantedFrames,
  request: FastifyRequest,
  services: Services,
): AsyncGenerator<Part> {
  const { context } = services;
  const whole = instance && (await storedFileOf(instance, request, services));
  if (!whole) throw notFound('Instance');
  const folder = openSpoolFolder(context.config.uploadDir);
  const [path, target] = [join(folder.path, 'whole'), join(folder.path, 'frames')];
  try {
    await writeSealed(path, whole, spoolKey());
    const task = { file: { path }, frames, takes, target };
    const outcome = await inCompute(context.compute.cutFrames(task, { by: callerOf(request) }));
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
function renderedRoutes(app: App, services: Services, take: Take): void {
  const answer = async (
    place: z.output<typeof instanceParams> & { readonly frame: number | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const type = chooseType(request, ['image/jpeg', 'image/png']);
    take(request, reply);
    const [instance] = await resolve(place, request, services);
    const pngs = instance?.pngs ?? new Map<number, string>();
    if (pngs.size === 0) throw new Problem('not_acceptable', 'A result has no rendered image.');
    const key = place.frame === undefined ? pngs.values().next().value : pngs.get(place.frame);
    if (key === undefined) throw notFound('Frame');
    const { context } = services;
    const bytes = await storedPng(key, context);
    const task = { bytes, maxSide: anySide, format: 'jpeg' as const };
    const picture =
      type === 'image/png' ? bytes : await inCompute(context.compute.shrink(task, { by: callerOf(request) }));
    return reply.header('cache-control', 'private, no-store').type(type).send(Buffer.from(picture));
  };
  const schema = { tags, summary: 'An image as displayed' };
  app.get(`${instanceUrl}/rendered`, { schema: { ...schema, params: instanceParams } }, (request, reply) =>
    answer({ ...request.params, frame: undefined }, request, reply),
  );
  app.get(
    `${instanceUrl}/frames/:frames/rendered`,
    { schema: { ...schema, params: frameParams } },
    (request, reply) => {
      const { frames, ...place } = request.params;
      return answer({ ...place, frame: Number(frames.split(',')[0]) }, request, reply);
    },
  );
}

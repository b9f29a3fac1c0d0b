import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import type { WorkOwner } from '../../platform/compute/compute.ts';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { inCompute, type SpooledFile, writeExport } from '../reports/index.ts';
import type { ServedInstance } from './study-instances.ts';
import { textCache } from './text-cache.ts';

type Content<Kind> = Extract<ServedInstance['content'], { kind: Kind }>;

/** A stored copy that is being sent: its head as served, the rest as stored. */
export interface OpenedCopy {
  readonly json: string;
  readonly head: Uint8Array;
  /** Bytes of the stored copy from its pixels on. */
  readonly restBytes: number;
  /** What of them was read already, then the others. */
  readonly begun: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
  readonly stream: Readable;
}

/** Sizes of the beginning that are tried in turn to reach the pixels; nearly always the first is enough. */
const headSizes = [256 * 1024, 8 * 1024 * 1024, 64 * 1024 * 1024];
const mostCharacters = 64 * 1024 * 1024;
/** Kept in place of what cannot be written: a segmentation without a region. */
const nothing = '';

/**
 * Metadata of instances; what was read or written once is kept, for a stored copy or a version never changes.
 * With `ifKnown` nothing is read or written for it.
 */
export function describer(context: AppContext) {
  const kept = textCache(mostCharacters);
  return async (
    instance: ServedInstance,
    by: WorkOwner,
    { ifKnown = false } = {},
  ): Promise<JsonDataset | undefined> => {
    const key = contentKey(instance, by);
    let json = kept.get(key);
    if (json === undefined) {
      if (ifKnown) return undefined;
      json = await jsonOf(instance, by, context);
      kept.set(key, json);
    }
    return json === nothing ? undefined : JSON.parse(json);
  };
}
export type Describe = ReturnType<typeof describer>;

/**
 * Digest of what an instance is made of: another version, identity or organization has another.
 */
export function contentKey(
  { sopInstanceUid, content }: ServedInstance,
  { organisationId }: WorkOwner,
): string {
  const served = content.kind === 'file' ? content.identity : [content.record.record, content.image];
  return createHash('sha256')
    .update(JSON.stringify([organisationId, sopInstanceUid, served]))
    .digest('base64');
}

async function jsonOf({ content }: ServedInstance, by: WorkOwner, context: AppContext): Promise<string> {
  if (content.kind === 'file') {
    const copy = await openCopy(content, by, context);
    copy?.stream.destroy();
    return copy?.json ?? nothing;
  }
  const file = await writtenForm(content, by, context);
  if (!file) return nothing;
  try {
    const outcome = await inCompute(context.compute.describe({ file: { path: file.path } }, { by }));
    if (!outcome.ok) throw new Error('a form that was written cannot be read');
    return outcome.json;
  } finally {
    await file.discard();
  }
}

/** Undefined where the form cannot say what the report says. */
export async function writtenForm(
  { form, record, stored, image }: Content<'form'>,
  by: WorkOwner,
  context: AppContext,
): Promise<SpooledFile | undefined> {
  try {
    return await writeExport(form, record, stored, { by }, context, image);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_exportable') return undefined;
    throw error;
  }
}

/**
 * Reads a stored copy up to its pixels. Undefined where it is gone or damaged; the caller ends its stream.
 */
export async function openCopy(
  { key, identity }: Content<'file'>,
  by: WorkOwner,
  context: AppContext,
): Promise<OpenedCopy | undefined> {
  const blob = await context.blobs.open(key);
  if (!blob) return undefined;
  const { stream, info } = blob;
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let bytes = Buffer.alloc(0);
  try {
    for (const size of headSizes) {
      bytes = await upTo(size, bytes, rest);
      const task = { file: { bytes: new Uint8Array(bytes) }, identity };
      const outcome = await inCompute(context.compute.describe(task, { by }));
      if (outcome.ok && outcome.head && outcome.pixelsAt !== undefined) {
        const { json, head, pixelsAt } = outcome;
        const restBytes = info.bytes - pixelsAt;
        return { json, head, restBytes, begun: bytes.subarray(pixelsAt), rest, stream };
      }
      if (bytes.length < size) break;
    }
  } catch (error) {
    stream.destroy();
    throw error;
  }
  stream.destroy();
  context.log.warn({ key }, 'a stored DICOM copy cannot be served');
  return undefined;
}

async function upTo(
  size: number,
  begun: Buffer,
  rest: AsyncIterator<Uint8Array>,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [begun];
  for (let length = begun.length; length < size; ) {
    const { done, value } = await rest.next();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  return Buffer.concat(parts);
}

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertBlobKey } from './blob-key.ts';
import type { Blobs } from './blobs.ts';
import { answered, S3Error, type S3Options, s3Client } from './s3-client.ts';

/** Held in memory per upload in flight; S3 wants at least 5 MiB in every part but the last. */
const partBytes = 8 * 1024 * 1024;
/** So long a store that let us write is believed to: a check a second is not to cost an object each. */
const permissionsHoldMs = 10 * 60_000;
const checkFolder = 'check/';

/** Pictures in a bucket that exists. An object appears whole when its upload is complete, or not at all. */
export function openS3Blobs(options: S3Options): Blobs {
  const client = s3Client(options);
  let checkedUntil = 0;
  const at = (key: string) => ({ Bucket: options.bucket, Key: options.prefix + assertBlobKey(key) });
  return {
    put: async (key, content) => {
      const target = at(key);
      if (content instanceof Readable) return putStream(client, target, content);
      await answered('PUT of an object', client.send(new PutObjectCommand({ ...target, Body: content })));
      return { bytes: content.length };
    },
    open: async (key) => openObject(client, at(key)),
    has: async (key) => {
      const head = answered('HEAD of an object', client.send(new HeadObjectCommand(at(key))));
      return (await head.catch(absentAsUndefined)) !== undefined;
    },
    delete: async (key) => {
      await answered('DELETE of an object', client.send(new DeleteObjectCommand(at(key))));
    },
    list: (before) => keysIn(client, options, before),
    check: async () => {
      const bucket = new HeadBucketCommand({ Bucket: options.bucket });
      await answered('HEAD of the bucket', client.send(bucket));
      if (Date.now() < checkedUntil) return;
      await requirePermissions(client, at(`${checkFolder}${randomUUID()}`));
      checkedUntil = Date.now() + permissionsHoldMs;
    },
    close: async () => client.destroy(),
  };
}

/**
 * Writes, reads and deletes an object. Credentials that may only read pass every other check, and every
 * analysis fails; without the permission to list, S3 answers 403 in place of 404 for an object that is not
 * there.
 */
async function requirePermissions(client: S3Client, target: Target): Promise<void> {
  if (await openObject(client, target)) throw new Error('an object of a random name exists');
  await answered('PUT of an object', client.send(new PutObjectCommand({ ...target, Body: 'check' })));
  const written = await openObject(client, target);
  written?.stream.destroy();
  await answered('DELETE of an object', client.send(new DeleteObjectCommand(target)));
}

async function* keysIn(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: S3Options,
  before: Date,
): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const page = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
    const { Contents = [], NextContinuationToken } = await answered('LIST of the bucket', client.send(page));
    for (const { Key = '', LastModified } of Contents) {
      const key = Key.slice(Prefix.length);
      if (LastModified && LastModified < before && !key.startsWith(checkFolder)) yield key;
    }
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

/** One request for what fits into one part, else an upload in parts, of which a broken one leaves nothing. */
async function putStream(client: S3Client, target: Target, content: Readable): Promise<{ bytes: number }> {
  let bytes = 0;
  const upload = new Upload({
    client,
    params: { ...target, Body: content },
    partSize: partBytes,
    queueSize: 1,
  });
  upload.on('httpUploadProgress', ({ loaded = 0 }) => {
    bytes = loaded;
  });
  await answered('PUT of an object', upload.done());
  return { bytes };
}

/** Undefined where there is none. */
async function openObject(client: S3Client, target: Target): ReturnType<Blobs['open']> {
  try {
    const object = client.send(new GetObjectCommand(target));
    const { Body, ContentLength = 0 } = await answered('GET of an object', object);
    const stream = Body instanceof Readable ? Body : Readable.from([]);
    return { info: { bytes: ContentLength }, stream };
  } catch (error) {
    return absentAsUndefined(error);
  }
}

/** Throws what is not the absence of an object. */
function absentAsUndefined(error: unknown): undefined {
  if (!(error instanceof S3Error && error.status === 404)) throw error;
}

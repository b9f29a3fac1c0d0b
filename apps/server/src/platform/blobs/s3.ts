import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertBlobKey } from './blob-key.ts';
import type { Blobs } from './blobs.ts';
import { answered, S3Error, type S3Options, s3Client } from './s3-client.ts';

/** Held in memory per upload in flight; S3 wants at least 5 MiB in every part but the last. */
const partBytes = 8 * 1024 * 1024;

/** Pictures in a bucket that exists. An object appears whole when its upload is complete, or not at all. */
export function openS3Blobs(options: S3Options): Blobs {
  const client = s3Client(options);
  const at = (key: string) => ({ Bucket: options.bucket, Key: options.prefix + assertBlobKey(key) });
  return {
    put: async (key, content) => {
      const target = at(key);
      if (content instanceof Readable) return putStream(client, target, content);
      await answered('PUT of an object', client.send(new PutObjectCommand({ ...target, Body: content })));
      return { bytes: content.length };
    },
    open: async (key) => openObject(client, at(key)),
    delete: async (key) => {
      await answered('DELETE of an object', client.send(new DeleteObjectCommand(at(key))));
    },
    check: async () => {
      const bucket = new HeadBucketCommand({ Bucket: options.bucket });
      await answered('HEAD of the bucket', client.send(bucket));
    },
    close: async () => client.destroy(),
  };
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
    if (error instanceof S3Error && error.status === 404) return undefined;
    throw error;
  }
}

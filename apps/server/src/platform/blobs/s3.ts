import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { assertBlobKey } from './blob-key.ts';
import type { Blobs } from './blobs.ts';
import { type S3Options, type S3Request, s3Client } from './s3-client.ts';

/** Held in memory per upload in flight; S3 wants at least 5 MiB in every part but the last. */
const partBytes = 8 * 1024 * 1024;

type Ask = (request: S3Request) => Promise<Response>;

/** Pictures in a bucket that exists. An object appears whole when its upload is complete, or not at all. */
export function openS3Blobs(options: S3Options): Blobs {
  const ask = s3Client(options);
  return {
    put: async (key, content) => {
      assertBlobKey(key);
      if (content instanceof Readable) return putStream(ask, key, content);
      await ask({ method: 'PUT', key, body: content });
      return { bytes: content.length };
    },
    open: async (key) => {
      const response = await ask({ method: 'GET', key: assertBlobKey(key), accept: [404] });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      const bytes = Number(response.headers.get('content-length'));
      const stream = response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
      return { info: { bytes }, stream };
    },
    delete: async (key) => {
      await ask({ method: 'DELETE', key: assertBlobKey(key), accept: [404] });
    },
    check: async () => {
      await ask({ method: 'HEAD' });
    },
    close: async () => {},
  };
}

/** One request for what fits into one part, else an upload in parts. */
async function putStream(ask: Ask, key: string, content: Readable): Promise<{ bytes: number }> {
  const parts = partsOf(content);
  const first = await parts.next();
  const head = first.value ?? new Uint8Array();
  const second = first.done ? first : await parts.next();
  if (second.value === undefined) {
    await ask({ method: 'PUT', key, body: head });
    return { bytes: head.length };
  }
  const uploadId = textOf(
    'UploadId',
    await ask({ method: 'POST', key, query: { uploads: '' } }).then(bodyOf),
  );
  try {
    const tags: string[] = [];
    let bytes = 0;
    const send = async (body: Uint8Array) => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const response = await ask({ method: 'PUT', key, query, body });
      tags.push(response.headers.get('etag') ?? '');
      bytes += body.length;
    };
    await send(head);
    await send(second.value);
    for await (const part of parts) await send(part);
    await complete(ask, key, uploadId, tags);
    return { bytes };
  } catch (error) {
    await ask({ method: 'DELETE', key, query: { uploadId }, accept: [404] }).catch(() => {});
    throw error;
  }
}

async function complete(ask: Ask, key: string, uploadId: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const answer = await ask({ method: 'POST', key, query: { uploadId }, body }).then(bodyOf);
  // A store that takes long to join the parts answers 200 before it knows the outcome.
  if (!answer.includes('CompleteMultipartUploadResult'))
    throw new Error('the object store did not join the parts');
}

async function* partsOf(content: Readable): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
  return undefined;
}

const bodyOf = (response: Response) => response.text();

function textOf(element: string, xml: string): string {
  const text = new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml)?.[1];
  if (text === undefined) throw new Error(`the object store did not say ${element}`);
  return text;
}

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { describeBlobs } from './blobs.contract.ts';
import { createBucket } from './bucket.test-support.ts';
import { openS3Blobs } from './s3.ts';
import { type S3Options, s3Client } from './s3-client.ts';

const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = process.env;

function options(bucket: string): S3Options {
  return {
    endpoint: endpoint ?? '',
    region: S3_REGION ?? 'us-east-1',
    bucket,
    prefix: 'second-read/',
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  };
}

async function newBucket(): Promise<S3Options> {
  const made = options(`test-${randomUUID()}`);
  await createBucket(made);
  return made;
}

// Needs a real S3 server: S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name one whose buckets may
// be made.
describe.skipIf(!endpoint)('a real S3 server', () => {
  describeBlobs('blobs in a bucket', async () => openS3Blobs(await newBucket()));

  it('keeps a stream of several parts, and nothing of one that broke after the first', async () => {
    const made = await newBucket();
    const blobs = openS3Blobs(made);
    const chunk = (index: number) => Buffer.alloc(1024 * 1024, index);
    const chunks = Array.from({ length: 19 }, (_, index) => chunk(index));
    expect(await blobs.put('a/large', Readable.from(chunks))).toEqual({ bytes: 19 * 1024 * 1024 });
    const kept = await blobs.open('a/large');
    expect(kept && (await buffer(kept.stream)).equals(Buffer.concat(chunks))).toBe(true);

    const broken = Readable.from(
      (async function* () {
        yield* chunks;
        throw new Error('connection lost');
      })(),
    );
    await expect(blobs.put('a/broken', broken)).rejects.toThrow('connection lost');
    expect(await blobs.open('a/broken')).toBeUndefined();
    const listed = new ListMultipartUploadsCommand({ Bucket: made.bucket });
    expect((await s3Client(made).send(listed)).Uploads ?? []).toEqual([]);
  });

  it('reports a missing bucket and denied access', async () => {
    await expect(openS3Blobs(options(`missing-${randomUUID()}`)).check()).rejects.toThrow('404');
    const stranger = { ...(await newBucket()), secretAccessKey: 'wrong' };
    await expect(openS3Blobs(stranger).check()).rejects.toThrow('403');
    await expect(openS3Blobs(stranger).put('a/b', Buffer.from('x'))).rejects.toThrow('403');
  });
});

describe('a store with transient errors', () => {
  it('gets the request again, with the same content', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      bodies.push((await buffer(request)).toString());
      response.writeHead(bodies.length < 3 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const there = {
      ...options('bucket'),
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    };
    await openS3Blobs(there).put('a/b', Readable.from([Buffer.from('pic'), Buffer.from('ture')]));
    server.close();
    expect(bodies).toEqual(['picture', 'picture', 'picture']);
  });
});

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

describe('a store with too few permissions', () => {
  const calls: string[] = [];
  const kept = new Map<string, string>();

  /** An S3 server that keeps objects and denies what it is told. */
  async function storeWithout(denied: string) {
    calls.length = 0;
    const server = createServer(async (request, response) => {
      const { method = '', url = '' } = request;
      const body = (await buffer(request)).toString();
      const path = url.split('?')[0] ?? '';
      calls.push(method);
      const isMissing = method === 'GET' && !kept.has(path);
      if (method === denied || (denied === 'LIST' && isMissing)) return response.writeHead(403).end();
      if (isMissing) return response.writeHead(404).end();
      if (method === 'PUT') kept.set(path, body);
      if (method === 'DELETE') kept.delete(path);
      response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? kept.get(path) : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const there = { ...options('bucket'), endpoint: `http://127.0.0.1:${port}` };
    const blobs = openS3Blobs({ ...there, accessKeyId: 'a', secretAccessKey: 'b' });
    return { blobs, close: () => server.close() };
  }

  it.each([
    ['PUT', '403 .* to PUT of an object'],
    ['GET', '403 .* to GET of an object'],
    ['DELETE', '403 .* to DELETE of an object'],
    ['LIST', '403 .* to GET of an object'],
    ['HEAD', '403 .* to HEAD of the bucket'],
  ])('is not ready, and says what is denied: %s', async (denied, words) => {
    const { blobs, close } = await storeWithout(denied);
    await expect(blobs.check()).rejects.toThrow(new RegExp(words));
    close();
  });

  it('is asked for an object once in ten minutes, and keeps none of them', async () => {
    kept.clear();
    const { blobs, close } = await storeWithout('nothing');
    for (let time = 0; time < 5; time += 1) await blobs.check();
    expect(calls.filter((method) => method === 'PUT')).toHaveLength(1);
    expect(calls.filter((method) => method === 'HEAD')).toHaveLength(5);
    expect(kept.size).toBe(0);
    close();
  });
});

it('is listed page by page, without what is younger and without the objects of its checks', async () => {
  const entry = (key: string, modified: string) =>
    `<Contents><Key>second-read/${key}</Key><LastModified>${modified}</LastModified></Contents>`;
  const pages = [
    `<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>
     ${entry('a/old', '2026-01-01T00:00:00.000Z')}${entry('a/young', '2026-01-03T00:00:00.000Z')}`,
    `<IsTruncated>false</IsTruncated>
     ${entry('b/old', '2026-01-01T00:00:00.000Z')}${entry('check/x', '2026-01-01T00:00:00.000Z')}`,
  ];
  let isDenied = false;
  const server = createServer((request, response) => {
    if (isDenied) return response.writeHead(403).end();
    const page = pages[request.url?.includes('continuation-token=more') ? 1 : 0];
    return response.end(`<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const there = { ...options('bucket'), endpoint: `http://127.0.0.1:${port}` };
  const blobs = openS3Blobs({ ...there, accessKeyId: 'a', secretAccessKey: 'b' });
  const listed = async () => {
    const keys: string[] = [];
    for await (const key of blobs.list(new Date('2026-01-02T00:00:00Z'))) keys.push(key);
    return keys;
  };
  expect(await listed()).toEqual(['a/old', 'b/old']);
  isDenied = true;
  await expect(listed()).rejects.toThrow(/403 .* to LIST of the bucket/);
  server.close();
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type S3Options, s3Client } from '../blobs/s3-client.ts';
import { openBucket } from './s3.ts';

const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = process.env;

async function lockedBucket(): Promise<S3Options> {
  const made = {
    endpoint: endpoint ?? '',
    region: S3_REGION ?? 'us-east-1',
    bucket: `locked-${randomUUID()}`,
    prefix: 'heads/',
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  };
  await s3Client(made)({ method: 'PUT', headers: { 'x-amz-bucket-object-lock-enabled': 'true' } });
  return made;
}

// Needs a real S3 server that knows object lock: S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name
// it.
describe.skipIf(!endpoint)('a bucket with object lock', () => {
  it('keeps records and gives them back', async () => {
    const kept = openBucket(await lockedBucket(), 1);
    const names = ['a.json', 'b.json', 'c.json'];
    for (const name of names) await kept.keep(name, JSON.stringify({ name }));
    const found = [];
    for await (const { name, text } of kept.readAll?.() ?? []) found.push([name, JSON.parse(text)]);
    expect(found.toSorted()).toEqual(names.map((name) => [name, { name }]));
  });

  it('lets nobody delete a record before its retention has passed', async () => {
    const bucket = await lockedBucket();
    await openBucket(bucket, 1).keep('head.json', '{}');
    const ask = s3Client(bucket);
    const listed = await (await ask({ method: 'GET', query: { versions: '' } })).text();
    const versionId = /<VersionId>([^<]+)</.exec(listed)?.[1] ?? '';
    expect(versionId).not.toBe('');
    const gone = await ask({ method: 'DELETE', key: 'head.json', query: { versionId }, accept: [403] });
    expect(gone.status).toBe(403);
    const again = await ask({ method: 'GET', key: 'head.json', query: { versionId } });
    expect(await again.text()).toBe('{}');
  });
});

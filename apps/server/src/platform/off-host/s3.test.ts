import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { answered, type S3Options, s3Client } from '../blobs/s3-client.ts';
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
  const bucket = { Bucket: made.bucket, ObjectLockEnabledForBucket: true };
  await s3Client(made).send(new CreateBucketCommand(bucket));
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
    const client = s3Client(bucket);
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket.bucket }));
    const { Key = '', VersionId = '' } = Versions[0] ?? {};
    expect(VersionId).not.toBe('');
    const version = { Bucket: bucket.bucket, Key, VersionId };
    await expect(answered('DELETE', client.send(new DeleteObjectCommand(version)))).rejects.toThrow('403');
    const { Body } = await client.send(new GetObjectCommand(version));
    expect(await Body?.transformToString()).toBe('{}');
  });
});

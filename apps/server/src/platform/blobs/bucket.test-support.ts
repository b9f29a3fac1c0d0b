import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { type S3Options, s3Client } from './s3-client.ts';

export async function createBucket(options: S3Options): Promise<void> {
  await s3Client(options).send(new CreateBucketCommand({ Bucket: options.bucket }));
}

/** All keys under the prefix, without it. */
export async function keysInBucket(options: S3Options): Promise<string[]> {
  const { bucket: Bucket, prefix: Prefix } = options;
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3Client(options) },
    { Bucket, Prefix },
  ))
    keys.push(...Contents.map(({ Key = '' }) => Key.slice(Prefix.length)));
  return keys;
}

/** Empties it first. */
export async function removeBucket(options: S3Options): Promise<void> {
  const client = s3Client(options);
  const { bucket: Bucket, prefix } = options;
  for (const key of await keysInBucket(options))
    await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key }));
  await client.send(new DeleteBucketCommand({ Bucket }));
}

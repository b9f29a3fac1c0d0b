import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { answered, type S3Options, s3Client } from '../blobs/s3-client.ts';
import type { OffHost } from './off-host.ts';

const dayMs = 86_400_000;

/**
 * A bucket with object lock: until its retention has passed, a record cannot be deleted or replaced, whoever
 * holds the access keys. Without `retentionDays` the bucket's own rule is what holds.
 */
export function openBucket(options: S3Options, retentionDays: number | null): OffHost {
  const client = s3Client(options);
  const { bucket: Bucket, prefix } = options;
  return {
    keep: async (name, text) => {
      const record = { Bucket, Key: prefix + name, Body: text, ContentType: 'application/json' };
      const put = new PutObjectCommand({ ...record, ...lockOf(text, retentionDays) });
      await answered('PUT of an object', client.send(put));
    },
    readAll: async function* () {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key = '' } of Contents) {
          if (!Key.endsWith('.json')) continue;
          const object = client.send(new GetObjectCommand({ Bucket, Key }));
          const { Body } = await answered('GET of an object', object);
          yield { name: Key.slice(prefix.length), text: (await Body?.transformToString()) ?? '' };
        }
      }
    },
  };
}

function lockOf(text: string, retentionDays: number | null): Partial<PutObjectCommandInput> {
  if (retentionDays === null) return {};
  return {
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: new Date(Date.now() + retentionDays * dayMs),
    // S3 requires a digest with a lock.
    ContentMD5: createHash('md5').update(text).digest('base64'),
  };
}

import { createHash } from 'node:crypto';
import { type S3Options, type S3Request, s3Client } from '../blobs/s3-client.ts';
import type { OffHost } from './off-host.ts';

const dayMs = 86_400_000;

/**
 * A bucket with object lock: until its retention has passed, nobody deletes or replaces a record, whoever
 * holds the access keys. Without `retentionDays` the bucket's own rule is what holds.
 */
export function openBucket(options: S3Options, retentionDays: number | null): OffHost {
  const ask = s3Client(options);
  return {
    keep: async (name, text) => {
      const headers = { 'content-type': 'application/json', ...lockOf(text, retentionDays) };
      await ask({ method: 'PUT', key: name, body: text, headers });
    },
    readAll: async function* () {
      for await (const name of namesIn(ask, options.prefix)) {
        const reply = await ask({ method: 'GET', key: name });
        yield { name, text: await reply.text() };
      }
    },
  };
}

function lockOf(text: string, retentionDays: number | null): Record<string, string> {
  if (retentionDays === null) return {};
  return {
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': new Date(Date.now() + retentionDays * dayMs).toISOString(),
    // S3 requires a digest with a lock.
    'content-md5': createHash('md5').update(text).digest('base64'),
  };
}

async function* namesIn(
  ask: (request: S3Request) => Promise<Response>,
  prefix: string,
): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix, ...(after && { 'continuation-token': after }) };
    const page = await (await ask({ method: 'GET', query })).text();
    for (const [, key = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) {
      if (key.endsWith('.json')) yield key.slice(prefix.length);
    }
    after = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
    if (after === undefined) return;
  }
}

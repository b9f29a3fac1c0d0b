import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Config } from '../../apps/server/src/config/config.ts';
import { s3Client } from '../../apps/server/src/platform/blobs/s3-client.ts';

type Store = Config['blobs'];
type Bucket = Extract<Store, { kind: 's3' }>['s3'];

/** Every key that the store holds. */
export async function keptKeys(store: Store): Promise<Set<string>> {
  if (store.kind === 's3') return new Set(await keysOfBucket(store.s3));
  const entries = await readdir(store.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const keyOf = (path: string) => relative(store.folder, path).split(sep).join('/');
  return new Set(files.map(({ parentPath, name }) => keyOf(`${parentPath}${sep}${name}`)));
}

async function keysOfBucket(bucket: Bucket): Promise<string[]> {
  const ask = s3Client(bucket);
  const keys: string[] = [];
  for (let token: string | undefined; ; ) {
    const query: Record<string, string> = { 'list-type': '2', prefix: bucket.prefix };
    if (token !== undefined) query['continuation-token'] = token;
    const xml = await ask({ method: 'GET', query }).then((reply) => reply.text());
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]+)<\/Key>/g))
      keys.push(key.slice(bucket.prefix.length));
    token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1];
    if (token === undefined) return keys;
  }
}

/** Makes the bucket of a run; the function it returns empties and removes it. */
export async function lendBucket(bucket: Bucket): Promise<() => Promise<void>> {
  const ask = s3Client(bucket);
  await ask({ method: 'PUT' });
  return async () => {
    for (const key of await keysOfBucket(bucket)) await ask({ method: 'DELETE', key });
    await ask({ method: 'DELETE' });
  };
}

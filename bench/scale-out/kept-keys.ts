import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Config } from '../../apps/server/src/config/config.ts';
import {
  createBucket,
  keysInBucket,
  removeBucket,
} from '../../apps/server/src/platform/blobs/bucket.test-support.ts';

type Store = Config['blobs'];
type Bucket = Extract<Store, { kind: 's3' }>['s3'];

/** Every key that the store holds. */
export async function keptKeys(store: Store): Promise<Set<string>> {
  if (store.kind === 's3') return new Set(await keysInBucket(store.s3));
  const entries = await readdir(store.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const keyOf = (path: string) => relative(store.folder, path).split(sep).join('/');
  return new Set(files.map(({ parentPath, name }) => keyOf(`${parentPath}${sep}${name}`)));
}

/** Makes the bucket of a run; the function it returns empties and removes it. */
export async function lendBucket(bucket: Bucket): Promise<() => Promise<void>> {
  await createBucket(bucket);
  return () => removeBucket(bucket);
}

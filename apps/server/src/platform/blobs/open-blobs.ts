import type { Config } from '../../config/config.ts';
import type { SealedBlobs } from './blobs.ts';
import { openFolderBlobs } from './folder.ts';
import { openS3Blobs } from './s3.ts';
import { sealBlobs } from './sealed.ts';

/** The driver that the configuration names; what it keeps is sealed. */
export async function openBlobs({
  blobs,
  keys,
  mode,
}: Pick<Config, 'blobs' | 'keys' | 'mode'>): Promise<SealedBlobs> {
  const inner = blobs.kind === 's3' ? openS3Blobs(blobs.s3) : await openFolderBlobs(blobs.folder);
  return sealBlobs(inner, keys, { admitsUnsealed: mode === 'demo' });
}

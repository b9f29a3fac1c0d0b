import type { Config } from '../../config/config.ts';
import type { Blobs, SealedBlobs } from './blobs.ts';
import { openFolderBlobs } from './folder.ts';
import { openS3Blobs } from './s3.ts';
import { sealBlobs } from './sealed.ts';

/** The configured driver, with encrypted contents. */
export async function openBlobs(config: Pick<Config, 'blobs' | 'keys' | 'mode'>): Promise<SealedBlobs> {
  const inner = await openStoredBlobs(config);
  return sealBlobs(inner, config.keys, { admitsUnsealed: config.mode === 'demo' });
}

/** The same store with its contents as stored, encrypted: for backups. */
export async function openStoredBlobs({ blobs }: Pick<Config, 'blobs'>): Promise<Blobs> {
  return blobs.kind === 's3' ? openS3Blobs(blobs.s3) : await openFolderBlobs(blobs.folder);
}

import type { Config } from '../../config/config.ts';
import type { Blobs, SealedBlobs } from './blobs.ts';
import { openFolderBlobs } from './folder.ts';
import { sealBlobs } from './sealed.ts';

/** The configured driver, with encrypted contents. */
export async function openBlobs(config: Pick<Config, 'blobs' | 'keys' | 'mode'>): Promise<SealedBlobs> {
  const inner = await openStoredBlobs(config);
  return sealBlobs(inner, config.keys, { admitsUnsealed: config.mode === 'demo' });
}

/** The same store with its contents as stored, encrypted: for backups. */
export async function openStoredBlobs({ blobs }: Pick<Config, 'blobs'>): Promise<Blobs> {
  if (blobs.kind !== 's3') return openFolderBlobs(blobs.folder);
  // Loaded only where it is used: the S3 library alone takes a tenth of a second.
  const { openS3Blobs } = await import('./s3.ts');
  return openS3Blobs(blobs.s3);
}

import type { KeyRing } from '../crypto/key-ring.ts';
import type { Blobs, SealedBlobs } from './blobs.ts';
import { openFolderBlobs } from './folder.ts';
import type { S3Options } from './s3-client.ts';
import { sealBlobs } from './sealed.ts';

/** Where pictures are kept. */
export type BlobSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly s3: S3Options };

/** With what they are sealed; in a demo, what is not sealed is read too. */
interface Sealing {
  readonly keys: KeyRing;
  readonly mode: 'demo' | 'production';
}

/** The configured driver, with encrypted contents. */
export async function openBlobs(config: { readonly blobs: BlobSettings } & Sealing): Promise<SealedBlobs> {
  const inner = await openStoredBlobs(config);
  return sealBlobs(inner, config.keys, { admitsUnsealed: config.mode === 'demo' });
}

/** The same store with its contents as stored, encrypted: for backups. */
export async function openStoredBlobs({ blobs }: { readonly blobs: BlobSettings }): Promise<Blobs> {
  if (blobs.kind !== 's3') return openFolderBlobs(blobs.folder);
  // Loaded only where it is used: the S3 library alone takes a tenth of a second.
  const { openS3Blobs } = await import('./s3.ts');
  return openS3Blobs(blobs.s3);
}

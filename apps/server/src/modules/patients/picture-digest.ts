import { createHmac } from 'node:crypto';
import { deriveKey, type KeyRing } from '../../platform/crypto/key-ring.ts';

/** An uploaded file, with its organisation and module. */
interface UploadedPicture {
  readonly organisationId: string;
  readonly module: string;
  /** Over the uploaded bytes, before de-identification. */
  readonly sha256: string;
}

/**
 * Digests that recognize the same file of the same organisation and module, the one to store first. Keyed:
 * a picture and the database are not enough to tell that it was analysed here.
 */
export function pictureDigests(
  { organisationId, module, sha256 }: UploadedPicture,
  keys: KeyRing,
): readonly [string, ...string[]] {
  const text = JSON.stringify([organisationId, module, sha256]);
  const keyed = (key: KeyRing[0]) =>
    createHmac('sha256', deriveKey(key, 'picture digest')).update(text).digest('base64url');
  const [first, ...others] = keys;
  return [keyed(first), ...others.map(keyed)];
}

import { createHmac } from 'node:crypto';
import { deriveKey, type KeyRing } from '../../platform/crypto/key-ring.ts';

/** A file as it was uploaded, for whom and for which reading. */
interface UploadedPicture {
  readonly organisationId: string;
  readonly module: string;
  /** Of the bytes that the user chose, before anything was removed from them. */
  readonly sha256: string;
}

/**
 * Digests that tell the same file of the same organisation and module, the one to keep first. Keyed: whoever has a
 * picture and the database alone cannot tell that it was read here.
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

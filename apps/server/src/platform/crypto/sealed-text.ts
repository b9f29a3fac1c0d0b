import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type DataKey, deriveKey } from './key-ring.ts';

const nonceBytes = 12;
const tagBytes = 16;
const purpose = 'sealed text';

/** AES-256-GCM, bound to `place` (table and row). */
export function sealText(text: string, place: string, key: DataKey): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, purpose), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Throws when it was altered, belongs to another place or was sealed under another key. */
export function openText(sealed: string, place: string, key: DataKey): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, purpose), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(end));
  return decipher.update(bytes.subarray(nonceBytes, end), undefined, 'utf8') + decipher.final('utf8');
}

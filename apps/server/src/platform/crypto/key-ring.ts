import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** One 256-bit key. Everything it protects names it by its `id`, which reveals nothing. */
export interface DataKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** The first key encrypts; the others only decrypt. */
export type KeyRing = readonly [DataKey, ...DataKey[]];

const keyBytes = 32;

/**
 * Reads keys in base64 or hexadecimal, newest first, apart by commas or white space. Throws an `Error` that
 * names the place of a key that cannot be used, never the key.
 */
export function parseKeyRing(text: string): KeyRing {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseKey);
  if (!first) throw new Error('there is no key in it');
  const ring: KeyRing = [first, ...others];
  if (new Set(ring.map(({ id }) => id)).size < ring.length) throw new Error('the same key is in it twice');
  return ring;
}

export function makeDataKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

export function findKey(ring: KeyRing, id: string): DataKey | undefined {
  return ring.find((key) => key.id === id);
}

const derived = new WeakMap<DataKey, Map<string, Buffer>>();

/** A key derived for one purpose, independent of those for others. */
export function deriveKey(key: DataKey, purpose: string): Buffer {
  const cached = derived.get(key) ?? new Map<string, Buffer>();
  derived.set(key, cached);
  const made =
    cached.get(purpose) ??
    Buffer.from(hkdfSync('sha256', key.secret, new Uint8Array(), `second-read ${purpose}`, keyBytes));
  cached.set(purpose, made);
  return made;
}

function parseKey(text: string, index: number): DataKey {
  const secret = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (secret.length !== keyBytes || new Set(secret).size < keyBytes / 4) {
    throw new Error(`key ${index + 1} is not ${keyBytes} random bytes in base64 or hexadecimal`);
  }
  const id = createHash('sha256').update('second-read key id').update(secret).digest('hex').slice(0, 8);
  return { id, secret: new Uint8Array(secret) };
}

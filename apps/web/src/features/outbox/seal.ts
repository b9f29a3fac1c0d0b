/** The account's keys in this browser: the first seals, the others only open. None can be read out. */
export interface AccountKeys {
  readonly account: string;
  readonly keys: readonly { readonly id: string; readonly key: CryptoKey }[];
}

export interface Sealed {
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** What is sealed, and of whom: it opens for the same account and under the same name only. */
export interface SealedAs {
  readonly account: string;
  readonly name: string;
}

/** A key for AES-256-GCM that no script can read, only use. */
export function importKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Seals under the account's present key, with a number that is used once (NIST SP 800-38D, 8.2.2). */
export async function seal(
  plain: Uint8Array<ArrayBuffer>,
  as: SealedAs,
  { keys }: AccountKeys,
): Promise<Sealed> {
  const [present] = keys;
  if (!present) throw new Error('The account has no key');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(rule(iv, as), present.key, plain);
  return { keyId: present.id, iv, bytes };
}

/**
 * @returns null where the account's keys do not open it: another account's, changed, or of a key that is
 * gone.
 */
export async function unseal(
  { keyId, iv, bytes }: Sealed,
  as: SealedAs,
  { keys }: AccountKeys,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = keys.find(({ id }) => id === keyId)?.key;
  if (!key) return null;
  return crypto.subtle.decrypt(rule(iv, as), key, bytes).then(
    (plain) => new Uint8Array(plain),
    () => null,
  );
}

function rule(iv: Uint8Array<ArrayBuffer>, { account, name }: SealedAs): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${account}\0${name}`) };
}

import { fetchDeviceKeys } from '../../api/account/device-keys.ts';
import { inKept } from '../../api/account/kept-database.ts';
import { type AccountKeys, importKey } from './seal.ts';

/**
 * The account's keys: those of this browser, else the server's, which are then kept here for as long as the
 * session lasts. Null without a network or without WebCrypto, which insecure addresses lack.
 */
export async function accountKeys(account: string): Promise<AccountKeys | null> {
  if (!globalThis.crypto?.subtle) return null;
  const kept = (await inKept('keys', 'readonly', (store) => store.get(account))) as AccountKeys | undefined;
  if (kept) return kept;
  const reply = await fetchDeviceKeys().catch(() => null);
  if (!reply) return null;
  const keys = await Promise.all(
    reply.keys.map(async ({ id, secret }) => ({ id, key: await importKey(bytesOf(secret)) })),
  );
  const made: AccountKeys = { account, keys };
  await inKept('keys', 'readwrite', (store) => store.put(made));
  return made;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

import type { Page } from '@playwright/test';

/**
 * What is written to the disk of waiting pictures: how many, and whether a picture or a word can be found
 * in it.
 */
export interface KeptOnDisk {
  readonly rows: number;
  /** Of all that is kept. */
  readonly bytes: number;
  readonly keys: number;
  /** A JPEG begins somewhere in the bytes. */
  readonly hasJpeg: boolean;
  /** The word stands somewhere, in the bytes or beside them. */
  readonly hasWord: boolean;
  /** Some key could be read out. */
  readonly isKeyOpen: boolean;
}

/** Reads the browser's database as a thief would: all of it. */
export function keptOnDisk(page: Page, word: string): Promise<KeptOnDisk> {
  return page.evaluate(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('second-read-kept');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (database.objectStoreNames.length === 0) {
      database.close();
      return { rows: 0, bytes: 0, keys: 0, hasJpeg: false, hasWord: false, isKeyOpen: false };
    }
    const all = (store: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [rows, files, keys] = [await all('pictures'), await all('files'), await all('keys')];
    database.close();
    const texts: string[] = [];
    const cryptoKeys: CryptoKey[] = [];
    const walk = (value: unknown): void => {
      if (value instanceof CryptoKey) cryptoKeys.push(value);
      else if (value instanceof ArrayBuffer) texts.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) texts.push(new TextDecoder('latin1').decode(value));
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
      else texts.push(String(value));
    };
    walk(rows);
    walk(files);
    walk(keys);
    const isOpen = await Promise.all(
      cryptoKeys.map((key) =>
        crypto.subtle.exportKey('raw', key).then(
          () => true,
          () => false,
        ),
      ),
    );
    return {
      rows: rows.length,
      bytes: texts.reduce((sum, text) => sum + text.length, 0),
      keys: keys.length,
      hasJpeg: texts.some((text) => text.includes('JFIF')),
      hasWord: texts.some((text) => text.includes(wanted)),
      isKeyOpen: isOpen.includes(true),
    };
  }, word);
}

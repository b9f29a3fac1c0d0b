import { sharedItem } from '../../storage/browser-storage.ts';

/** Where pictures wait for the network: `pictures` and their `files` by id, sealed, and `keys` by account. */
const name = 'second-read-kept';
/** Says that the database may hold something: without it a visitor's browser is never asked to open one. */
const flag = sharedItem('keptPictures');

export type KeptStore = 'pictures' | 'files' | 'keys';

/** Whether anything may be kept in this browser. */
export function mayHoldPictures(): boolean {
  return flag.read() === '1';
}

/** Runs one transaction and gives what `work` asked for once it is on the disk. */
export async function inKept<T>(
  store: KeptStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was kept'));
    });
  } finally {
    database.close();
  }
}

/** At sign-out: key and pictures of the account are gone from this browser, sent or not. */
export async function wipeKept(account: string): Promise<void> {
  if (!mayHoldPictures()) return;
  await inKept('keys', 'readwrite', (keys) => keys.delete(account));
  const rows = await inKept('pictures', 'readonly', (pictures) => pictures.getAll());
  for (const { id } of rows.filter((row) => row.account === account)) {
    for (const store of ['files', 'pictures'] as const)
      await inKept(store, 'readwrite', (of) => of.delete(id));
  }
  if (rows.every((row) => row.account === account)) flag.write(null);
}

/** How many of the account's pictures have not been sent. */
export async function countUnsent(account: string): Promise<number> {
  if (!mayHoldPictures()) return 0;
  const rows = await inKept('pictures', 'readonly', (pictures) => pictures.getAll());
  return rows.filter((row) => row.account === account && row.state !== 'sent').length;
}

/**
 * Forgets the keys of all accounts but `owner`: what they sealed can be opened after their next sign-in
 * alone.
 */
export async function dropKeysOfOthers(owner: string | null): Promise<void> {
  if (!mayHoldPictures()) return;
  const accounts = await inKept('keys', 'readonly', (keys) => keys.getAllKeys());
  for (const account of accounts) {
    if (account !== owner) await inKept('keys', 'readwrite', (keys) => keys.delete(account));
  }
}

function open(): Promise<IDBDatabase> {
  flag.write('1');
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('pictures', { keyPath: 'id' });
      request.result.createObjectStore('files', { keyPath: 'id' });
      request.result.createObjectStore('keys', { keyPath: 'account' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('This browser keeps no pictures'));
    request.onblocked = () => reject(new Error('Another tab is wiping the pictures'));
  });
}

/**
 * Everything that this browser stores outside of `kept-database.ts`, by whose it is and where. No other file
 * reads or writes the two storages, but for `public/theme.js` and the first look of `main.ts`.
 *
 * - `browser`: stays at sign-out, since it says nothing about an account.
 * - `session`: the session itself, and what tabs share about it.
 * - `account`: written under the id of its account, see `accountItem`.
 */
const registry = {
  theme: { of: 'browser', area: 'local' },
  language: { of: 'browser', area: 'local' },
  keptPictures: { of: 'browser', area: 'local' },
  hasOwnAccount: { of: 'browser', area: 'local' },
  access: { of: 'session', area: 'local' },
  refresh: { of: 'session', area: 'local' },
  user: { of: 'session', area: 'local' },
  isAuthenticated: { of: 'session', area: 'local' },
  awaitedUser: { of: 'session', area: 'local' },
  lastActivity: { of: 'session', area: 'local' },
  preferences: { of: 'account', area: 'local' },
  pacs: { of: 'account', area: 'local' },
  folded: { of: 'account', area: 'local' },
  width: { of: 'account', area: 'local' },
  printOptions: { of: 'account', area: 'local' },
  unsentChanges: { of: 'account', area: 'local' },
  opinion: { of: 'account', area: 'tab' },
  runningSeries: { of: 'account', area: 'tab' },
  historySearch: { of: 'account', area: 'tab' },
} as const satisfies Record<string, { of: 'browser' | 'session' | 'account'; area: 'local' | 'tab' }>;

type Registry = typeof registry;
type NameOf<Of> = {
  [Name in keyof Registry]: Registry[Name]['of'] extends Of ? Name : never;
}[keyof Registry];
type SharedName = NameOf<'browser' | 'session'>;
type AccountName = NameOf<'account'>;

/** One stored text. Without storage it is null, and what is written lasts until the page is left. */
export interface StoredItem {
  read(): string | null;
  /** Null removes it. */
  write(text: string | null): void;
}

export function sharedItem(name: SharedName): StoredItem {
  return itemAt(registry[name].area, name);
}

/**
 * An item of one account.
 * @param account by default the account of the session; without one nothing is stored.
 * @param part where an account has several: which panel, which report.
 */
export function accountItem(name: AccountName, account = accountNow(), part = ''): StoredItem {
  if (account === null) return { read: () => null, write: () => undefined };
  return itemAt(registry[name].area, `${name}${separator}${account}${separator}${part}`);
}

const separator = ' · ';

/** Id of the account that is signed in, or whose return the screens wait for; null of a visitor. */
export function accountNow(): string | null {
  if (sharedItem('isAuthenticated').read() !== 'true') return sharedItem('awaitedUser').read();
  try {
    const user: unknown = JSON.parse(sharedItem('user').read() ?? 'null');
    const id: unknown = typeof user === 'object' && user !== null && 'id' in user ? user.id : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Removes all that does not belong to the account of now: at sign-out everything but the browser's own. */
export function wipeOthers(): void {
  const account = accountNow();
  for (const area of ['local', 'tab'] as const) {
    const storage = storageOf(area);
    for (const key of storage ? Object.keys(storage) : []) {
      if (!isKept(key, account)) itemAt(area, key).write(null);
    }
  }
}

function isKept(key: string, account: string | null): boolean {
  const [name = '', owner] = key.split(separator);
  if (owner !== undefined) return owner === account;
  if (!Object.hasOwn(registry, name)) return false;
  const { of } = registry[name as keyof Registry];
  return of === 'browser' || (of === 'session' && account !== null);
}

function itemAt(area: 'local' | 'tab', key: string): StoredItem {
  return {
    read() {
      try {
        return storageOf(area)?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) storageOf(area)?.removeItem(key);
        else storageOf(area)?.setItem(key, text);
      } catch {
        // Full or forbidden: nothing depends on the browser's memory.
      }
    },
  };
}

/** Browsers that forbid storage throw where it is only named. */
function storageOf(area: 'local' | 'tab'): Storage | null {
  try {
    return area === 'local' ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

import { accountItem, accountNow } from './browser-storage.ts';

/** Of this page: works without storage too. By account, since the page outlives a session. */
const here = new Map<string, string>();

/**
 * A search term is a patient's ID: it does not belong in an address, which the browser's history keeps after
 * sign-out. The address has a random name for it; the term itself is the account's, and gone with its
 * session.
 * @returns the name
 */
export function keepSearch(term: string): string {
  const owner = accountNow() ?? '';
  for (const [key, kept] of here) if (kept === term && key.startsWith(`${owner} `)) return nameIn(key);
  const name = Math.random().toString(36).slice(2, 8);
  here.set(`${owner} ${name}`, term);
  accountItem('historySearch', undefined, name).write(term);
  return name;
}

/** The term of a name; empty of one that this account did not keep in this tab. */
export function keptSearch(name: string): string {
  return (
    here.get(`${accountNow() ?? ''} ${name}`) ?? accountItem('historySearch', undefined, name).read() ?? ''
  );
}

const nameIn = (key: string) => key.slice(key.lastIndexOf(' ') + 1);

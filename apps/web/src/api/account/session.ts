import type { LoginReply, RefreshReply, User } from '@second-read/contract/accounts';
import { useSyncExternalStore } from 'react';
import { sharedItem, wipeOthers } from '../../storage/browser-storage.ts';
import { Followers } from '../../storage/followers.ts';

/** Names in the browser's storage, as specified: tokens, user object and the logged-in flag. */
const keys = { access: 'access', refresh: 'refresh', user: 'user', flag: 'isAuthenticated' } as const;
/** The user whose session ended by inactivity: the screens wait for that user, in every tab. */
const awaitedKey = 'awaitedUser' as const;

export interface Session {
  readonly access: string | null;
  readonly refresh: string | null;
  readonly user: User | null;
  /** Only routes the browser: the server authorizes every call. */
  readonly isAuthenticated: boolean;
  /** Id of the user for whom the screens wait. */
  readonly awaited?: string;
}

const nobody: Session = { access: null, refresh: null, user: null, isAuthenticated: false };
const followers = new Followers();
let current = readStorage();
let endedOnThisPage = false;

/** The session as stored. */
export function getSession(): Session {
  return current;
}

/** Stores the result of a sign-in. */
export function startSession(reply: LoginReply): void {
  write(keys.user, JSON.stringify(reply.user));
  write(keys.flag, 'true');
  write(awaitedKey, null);
  renewSession(reply);
}

/** Stores changes to the user's own account. */
export function renewUser(user: User): void {
  write(keys.user, JSON.stringify(user));
  publish();
}

/** Stores rotated tokens. */
export function renewSession(tokens: RefreshReply): void {
  write(keys.access, tokens.access);
  write(keys.refresh, tokens.refresh);
  publish();
}

/** Forgets tokens, user, flag and all that this browser stores for the account. */
export function clearSession(): void {
  write(awaitedKey, null);
  forget();
}

/** Clears the same, but keeps the screens, hidden, for the user's return. */
export function suspendSession(): void {
  write(awaitedKey, current.user?.id ?? null);
  forget();
}

function forget(): void {
  for (const key of Object.values(keys)) write(key, null);
  publish();
}

/** The header of a call, where a token is stored. */
export function bearerOf(access: string | null): { authorization?: string } {
  return access === null ? {} : { authorization: `Bearer ${access}` };
}

/** Whether a session ended since this page was loaded: no automatic sign-in then. */
export function hasSessionEnded(): boolean {
  return endedOnThisPage;
}

/** Reads storage afresh: another tab may have rotated the tokens. */
export function reloadSession(): Session {
  publish();
  return current;
}

/** The session, followed across sign-in, sign-out and other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(followers.follow, getSession, () => nobody);
}

function publish(): void {
  const before = current;
  current = readStorage();
  if (before.isAuthenticated && !current.isAuthenticated) endedOnThisPage = true;
  if (ownerOf(before) !== ownerOf(current)) wipeOthers();
  followers.tell();
}

/** Whose work this browser may keep. */
function ownerOf({ user, awaited }: Session): string | undefined {
  return user?.id ?? awaited;
}

function readStorage(): Session {
  const awaited = read(awaitedKey);
  if (read(keys.flag) !== 'true') return awaited === null ? nobody : { ...nobody, awaited };
  return {
    access: read(keys.access),
    refresh: read(keys.refresh),
    user: readUser(read(keys.user)),
    isAuthenticated: true,
  };
}

/** The user object as stored; null where it is junk, or of a version that stored it otherwise. */
function readUser(text: string | null): User | null {
  try {
    const user: unknown = JSON.parse(text ?? 'null');
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

/** By hand, not by its schema, which visitors need not load. */
function isUser(value: unknown): value is User {
  const user = fieldsOf(value);
  const texts = [user.id, user.username, user.email, user.full_name];
  return texts.every((text) => typeof text === 'string') && 'is_demo' in fieldsOf(user.organisation);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

type Key = (typeof keys)[keyof typeof keys] | typeof awaitedKey;

function read(key: Key): string | null {
  return sharedItem(key).read();
}

/** Without storage a session cannot last; the guard then leads to /login. */
function write(key: Key, value: string | null): void {
  sharedItem(key).write(value);
}

const followed: readonly string[] = [...Object.values(keys), awaitedKey];
if (typeof window !== 'undefined') {
  // Another tab may have signed out while this one was closed or asleep.
  wipeOthers();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || followed.includes(key)) publish();
  });
}

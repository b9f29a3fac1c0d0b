// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, startSession, suspendSession } from '../api/account/session.ts';
import { signOut } from '../api/account/sign-out.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { loginReply } from '../testing/fixtures.ts';
import { accountItem, sharedItem } from './browser-storage.ts';

const names = [
  'preferences',
  'pacs',
  'folded',
  'width',
  'printOptions',
  'opinion',
  'runningSeries',
  'historySearch',
] as const;
const ben = { ...loginReply, user: { ...loginReply.user, id: 'u2', username: 'ben' } };
const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted();

function useEverything(): void {
  for (const name of names) accountItem(name, undefined, 'a part').write('of ada');
  sharedItem('lastActivity').write('1');
  sharedItem('theme').write('dark');
}

beforeEach(() => {
  fakeServer({ 'POST /api/accounts/logout/': () => ({ status: 200, body: '' }) });
  startSession(loginReply);
  useEverything();
});

afterEach(() => {
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('what this browser stores', () => {
  it('is the theme alone after a sign-out', () => {
    expect(stored()).toHaveLength(names.length + 6);
    signOut();
    expect(stored()).toEqual(['theme']);
  });

  it('is the theme alone after the server ended the session, and in tabs that another tab signs out', () => {
    clearSession();
    expect(stored()).toEqual(['theme']);
    startSession(loginReply);
    useEverything();
    localStorage.removeItem('isAuthenticated');
    window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated' }));
    expect(stored()).toEqual(['theme']);
  });

  it('waits for its account after inactivity, and is gone when another signs in', () => {
    suspendSession();
    expect(accountItem('opinion', undefined, 'a part').read()).toBe('of ada');
    startSession(loginReply);
    expect(accountItem('opinion', undefined, 'a part').read()).toBe('of ada');
    suspendSession();
    startSession(ben);
    for (const name of names) expect(accountItem(name, undefined, 'a part').read()).toBeNull();
    expect(stored()).toEqual(['access', 'isAuthenticated', 'lastActivity', 'refresh', 'theme', 'user']);
  });

  it('is never read by another account, nor stored by visitors', () => {
    expect(accountItem('opinion', 'u2', 'a part').read()).toBeNull();
    clearSession();
    accountItem('opinion', undefined, 'a part').write('of a visitor');
    expect(stored()).toEqual(['theme']);
  });

  it('is wiped where an earlier version wrote it under other names', () => {
    sessionStorage.setItem('opinion breast-1', '{}');
    localStorage.setItem('pacs-u1', 'available');
    signOut();
    expect(stored()).toEqual(['theme']);
  });

  it('is written through the one list of it', () => {
    const sources = readdirSync('apps/web/src', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => `apps/web/src/${path}`);
    expect(sources.length).toBeGreaterThan(500);
    const touching = sources.filter((path) =>
      /\b(localStorage|sessionStorage|indexedDB|caches|document\.cookie|StorageManager)\b/.test(
        readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
    );
    expect(touching.toSorted()).toEqual([
      'apps/web/src/api/account/kept-database.ts',
      'apps/web/src/main.ts',
      'apps/web/src/storage/browser-storage.ts',
    ]);
  });
});

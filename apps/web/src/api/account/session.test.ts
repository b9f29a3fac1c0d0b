// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { loginReply } from '../../testing/fixtures.ts';
import { clearSession, getSession, hasSessionEnded, startSession } from './session.ts';
import { signOut } from './sign-out.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  clearSession();
});

describe('a session', () => {
  it('stores tokens, user and flag in the browser', () => {
    startSession(loginReply);
    expect(localStorage.getItem('isAuthenticated')).toBe('true');
    expect(localStorage.getItem('access')).toBe('access-1');
    expect(localStorage.getItem('refresh')).toBe('refresh-1');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(loginReply.user);
    expect(getSession()).toMatchObject({ isAuthenticated: true, user: loginReply.user });
  });

  it('is forgotten on sign-out, the theme is not, and the server is told', () => {
    localStorage.setItem('theme', 'dark');
    startSession(loginReply);
    const bearers: unknown[] = [];
    const calls = fakeServer({
      'POST /api/accounts/logout/': ({ authorization }) => {
        bearers.push(authorization);
        return { status: 200, body: '' };
      },
    });
    signOut();
    expect(['access', 'refresh', 'user', 'isAuthenticated'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(calls).toEqual(['POST /api/accounts/logout/']);
    expect(bearers).toEqual(['Bearer access-1']);
    expect(hasSessionEnded()).toBe(true);
  });

  it('ends here when another tab signs out', () => {
    startSession(loginReply);
    localStorage.removeItem('isAuthenticated');
    window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated' }));
    expect(getSession().isAuthenticated).toBe(false);
  });

  it('is absent when the flag is anything but "true"', () => {
    startSession(loginReply);
    localStorage.setItem('isAuthenticated', '1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated' }));
    expect(getSession()).toEqual({ access: null, refresh: null, user: null, isAuthenticated: false });
  });

  it.each(['{', '{}', 'null', '[]', '7', '{"id":7}', '{"id":"u1","username":"a","email":"","full_name":""}'])(
    'survives a corrupt user object, or one of an older version: %s',
    (text) => {
      startSession(loginReply);
      localStorage.setItem('user', text);
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
      expect(getSession()).toMatchObject({ isAuthenticated: true, user: null });
    },
  );
});

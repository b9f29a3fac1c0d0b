// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type FakeRoute, fakeServer, ok } from '../../testing/fake-server.ts';
import { loginReply } from '../../testing/fixtures.ts';
import { clearSession, getSession, reloadSession, startSession } from '../account/session.ts';
import { request, resolveImageUrl } from './client.ts';

const schema = z.object({ n: z.number() });
const path = '/api/thing/';
const expired = { status: 401, body: { error: 'Expired', code: 'token_expired' } };

/** Accepts the second access token only. */
const protectedThing: FakeRoute = ({ authorization }) =>
  authorization === 'Bearer access-2' ? { status: 200, body: { n: 1 } } : expired;

beforeEach(() => startSession(loginReply));
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

describe('a call', () => {
  it('carries the stored token', async () => {
    fakeServer({
      [`GET ${path}`]: ({ authorization }) => ({ status: 200, body: { n: authorization?.length } }),
    });
    expect(await request(path, { schema })).toEqual({ n: 'Bearer access-1'.length });
  });

  it('refreshes an expired token once for all calls, and repeats them', async () => {
    const calls = fakeServer({
      [`GET ${path}`]: protectedThing,
      'POST /api/accounts/token/refresh/': ok({ access: 'access-2', refresh: 'refresh-2' }),
    });
    const replies = await Promise.all([request(path, { schema }), request(path, { schema })]);
    expect(replies).toEqual([{ n: 1 }, { n: 1 }]);
    expect(calls.filter((call) => call.includes('refresh'))).toHaveLength(1);
    expect(getSession()).toMatchObject({ access: 'access-2', refresh: 'refresh-2' });
  });

  it('ends a session that has the flag but no token', async () => {
    localStorage.removeItem('access');
    localStorage.removeItem('refresh');
    reloadSession();
    fakeServer({
      [`GET ${path}`]: () => ({ status: 401, body: { error: 'Sign in.', code: 'not_signed_in' } }),
    });
    await expect(request(path, { schema })).rejects.toThrow('Sign in.');
    expect(getSession().isAuthenticated).toBe(false);
  });

  it('uses the token stored by another tab instead of the refresh token', async () => {
    const calls = fakeServer({
      [`GET ${path}`]: (call) => {
        localStorage.setItem('access', 'access-2');
        return protectedThing(call);
      },
    });
    expect(await request(path, { schema })).toEqual({ n: 1 });
    expect(calls).toEqual([`GET ${path}`, `GET ${path}`]);
  });

  it('ends the session when the refresh token is refused', async () => {
    fakeServer({
      [`GET ${path}`]: protectedThing,
      'POST /api/accounts/token/refresh/': () => ({
        status: 401,
        body: { error: 'Session ended', code: 'session_revoked' },
      }),
    });
    await expect(request(path, { schema })).rejects.toMatchObject({ code: 'session_revoked' });
    expect(getSession().isAuthenticated).toBe(false);
  });

  it('keeps the session when the refresh cannot reach the server', async () => {
    fakeServer({ [`GET ${path}`]: protectedThing, 'POST /api/accounts/token/refresh/': () => 'no response' });
    await expect(request(path, { schema })).rejects.toMatchObject({ code: 'no_response' });
    expect(getSession().isAuthenticated).toBe(true);
  });

  it('without a reply says so', async () => {
    fakeServer({ [`GET ${path}`]: () => 'no response' });
    await expect(request(path, { schema })).rejects.toThrow(
      'No response from server. Please check your connection.',
    );
  });
});

describe('an image address', () => {
  it.each(['https://host/a.png', 'http://host/a.png', 'data:image/png;base64,AA', 'blob:http://host/1'])(
    'that is complete is kept: %s',
    (url) => expect(resolveImageUrl(url)).toBe(url),
  );

  it.each(['/media/a.png', 'media/a.png'])('that is relative is found on the backend host: %s', (url) => {
    expect(resolveImageUrl(url)).toBe('/media/a.png');
  });
});

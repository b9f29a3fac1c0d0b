import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession, startSession, suspendSession } from '../api/account/session.ts';
import { fakeServer, ok } from '../testing/fake-server.ts';
import { loginReply } from '../testing/fixtures.ts';
import { renderApp } from '../testing/render-app.tsx';
import { formatDate } from '../ui/format/format-date.ts';
import { changePreferencesHere, preferencesNow, showPreferences } from '../ui/preferences.ts';
import { AccountPreferences } from './AccountPreferences.tsx';

const stored = { date_format: 'iso', density: 'compact', theme: 'dark' } as const;

function open(preferences: object = stored) {
  const calls = fakeServer({ 'GET /api/accounts/preferences/': ok({ preferences }) });
  renderApp([{ path: '/', Component: AccountPreferences }], '/');
  return calls;
}

afterEach(() => {
  cleanup();
  clearSession();
  showPreferences({});
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('what an account has set for itself', () => {
  it('comes from the server at sign-in: dates, density and theme follow', async () => {
    startSession(loginReply);
    open();
    await waitFor(() => expect(preferencesNow()).toEqual(stored));
    expect(formatDate(new Date(2026, 0, 2, 3, 4).toISOString())).toBe('2026-01-02 03:04');
    expect(document.documentElement.dataset.density).toBe('compact');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('leaves a theme that was chosen in this browser until the account chooses another', async () => {
    startSession(loginReply);
    showPreferences({ theme: 'dark' });
    localStorage.setItem('theme', 'light');
    open();
    await waitFor(() => expect(preferencesNow()).toEqual(stored));
    expect(localStorage.getItem('theme')).toBe('light');
  });

  it('leaves what was changed here before it came', async () => {
    startSession(loginReply);
    changePreferencesHere({ density: 'comfortable' });
    open();
    await waitFor(() => expect(preferencesNow()).toEqual({ ...stored, density: 'comfortable' }));
    act(() => clearSession());
    expect(preferencesNow()).toEqual({});
  });

  it('is not shown to whoever comes next', async () => {
    startSession(loginReply);
    open();
    await waitFor(() => expect(preferencesNow()).toEqual(stored));
    act(() => clearSession());
    expect(preferencesNow()).toEqual({});
    expect(Object.keys(localStorage)).toEqual(['theme']);
    expect(document.documentElement.dataset.density).toBeUndefined();
  });

  it('stays with screens that wait for their user', async () => {
    startSession(loginReply);
    open();
    await waitFor(() => expect(preferencesNow()).toEqual(stored));
    act(() => suspendSession());
    expect(preferencesNow()).toEqual(stored);
  });

  it('is not asked for by visitors, nor by the account that everybody shares', () => {
    expect(open()).toEqual([]);
    cleanup();
    const { organisation } = loginReply.user;
    startSession({
      ...loginReply,
      user: { ...loginReply.user, organisation: { ...organisation, is_demo: true } },
    });
    expect(open()).toEqual([]);
  });
});

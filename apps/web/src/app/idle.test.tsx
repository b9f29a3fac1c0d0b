import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, getSession, startSession } from '../api/account/session.ts';
import { signOut, signOutIdle } from '../api/account/sign-out.ts';
import { fakeServer, ok } from '../testing/fake-server.ts';
import { loginReply, productionSite } from '../testing/fixtures.ts';
import { renderApp } from '../testing/render-app.tsx';
import { IdleSignOut } from './IdleSignOut.tsx';
import { RequireSession } from './RequireSession.tsx';

function Work() {
  const [text, setText] = useState('');
  return <input aria-label="Patient" value={text} onChange={(event) => setText(event.target.value)} />;
}

function open() {
  return renderApp(
    [
      { path: '/login', element: <p>The login</p> },
      { Component: RequireSession, children: [{ path: '/work', Component: Work }] },
    ],
    '/work',
  );
}

const other = { ...loginReply, user: { ...loginReply.user, id: 'u2', username: 'other' } };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  fakeServer({
    'GET /api/site/': ok(productionSite),
    'POST /api/accounts/logout/': ok(''),
    'POST /api/accounts/login/': ({ body }) => ({
      status: 200,
      body: JSON.stringify(body).includes('other') ? other : loginReply,
    }),
  });
  startSession(loginReply);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function signIn(username: string) {
  await userEvent.type(await screen.findByLabelText(/Email or Username/), username);
  await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
}

describe('a screen after inactivity', () => {
  it('is hidden, and restored when the same user signs in again', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Patient'), '0042');
    act(signOutIdle);
    expect(await screen.findByText(/signed out after a period of inactivity/)).toBeTruthy();
    expect(screen.getByLabelText('Patient')).toHaveProperty('style.display', 'none');
    expect(localStorage.getItem('access')).toBeNull();
    await signIn('reader');
    await waitFor(() => expect(screen.queryByText(/signed out after a period of inactivity/)).toBeNull());
    expect(screen.getByLabelText('Patient')).toHaveProperty('value', '0042');
    expect(screen.getByLabelText('Patient')).toHaveProperty('style.display', '');
  });

  it('is not shown to another user', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Patient'), '0042');
    act(signOutIdle);
    await signIn('other');
    await waitFor(() => expect(getSession().user?.id).toBe('u2'));
    await waitFor(() => expect(screen.getByLabelText('Patient')).toHaveProperty('value', ''));
  });

  it('can be left for the sign-in page, and is left by signing out', async () => {
    const { router } = open();
    act(signOutIdle);
    await userEvent.click(await screen.findByRole('button', { name: 'Leave this page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    cleanup();
    act(() => startSession(loginReply));
    const again = open();
    act(signOut);
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/login'));
  });

  it('is not shown after a reload', async () => {
    open();
    act(signOutIdle);
    cleanup();
    const { router } = open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });
});

describe('the warning', () => {
  it('counts down, closes on any key, and otherwise the session ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp([{ path: '/', Component: IdleSignOut }], '/');
    await act(() => vi.advanceTimersByTimeAsync(14 * 60_000 + 2_000));
    expect(screen.getByText('Are you still there?')).toBeTruthy();
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })));
    expect(screen.queryByText('Are you still there?')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(15 * 60_000 + 2_000));
    expect(getSession()).toMatchObject({ isAuthenticated: false, awaited: 'u1' });
  });
});

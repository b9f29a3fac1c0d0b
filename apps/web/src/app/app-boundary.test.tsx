import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { getSession, startSession } from '../api/account/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { loginReply } from '../testing/fixtures.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppBoundary } from './AppBoundary.tsx';
import { ScreenError } from './screens/ScreenError.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Broken(): never {
  throw new TypeError("Cannot read properties of undefined (reading 'is_demo')");
}

function BrokenApp() {
  return (
    <AppBoundary>
      <Broken />
    </AppBoundary>
  );
}

it.each([
  ['beside the screens', { path: '/', Component: BrokenApp }],
  ['in a screen', { path: '/', Component: Broken, ErrorBoundary: ScreenError }],
])('what fails %s offers to sign in again, which clears what this browser stored', async (_, route) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeServer({});
  startSession(loginReply);
  renderApp([route], '/');
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(getSession().isAuthenticated).toBe(false);
  expect(localStorage.getItem('user')).toBeNull();
  expect(assign).toHaveBeenCalledWith('/login');
});

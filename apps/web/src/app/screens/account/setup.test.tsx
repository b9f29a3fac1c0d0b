import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { clearSession, getSession } from '../../../api/account/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { loginReply } from '../../../testing/fixtures.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { SetupScreen } from './SetupScreen.tsx';

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

const open = (address: string) =>
  renderApp(
    [
      { path: '/setup', Component: SetupScreen },
      { path: '/administration', element: <p>The administration</p> },
    ],
    address,
  );

it('makes the first administrator with the token of the link, says what is wrong, and signs in', async () => {
  const sent: unknown[] = [];
  const error = 'Use at least 12 characters.';
  fakeServer({
    'POST /api/setup/': ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? { status: 422, body: { error, code: 'password_rejected' } }
        : { status: 200, body: loginReply };
    },
  });
  open('/setup#the-token');
  const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
  await type(/^Organization/, 'City Hospital');
  await type(/^Your name/, 'Head of IT');
  await type(/^E-mail/, 'head@city.example');
  await type(/^Username/, 'head');
  await type(/^Password/, 'short');
  await userEvent.click(screen.getByRole('button', { name: 'Create the administrator' }));
  expect((await screen.findByRole('alert')).textContent).toContain(error);
  await type(/^Password/, ' but long enough');
  await userEvent.click(screen.getByRole('button', { name: 'Create the administrator' }));
  expect(await screen.findByText('The administration')).toBeTruthy();
  expect(getSession().isAuthenticated).toBe(true);
  expect(sent.at(-1)).toEqual({
    ...{ token: 'the-token', organization: 'City Hospital', full_name: 'Head of IT' },
    ...{ email: 'head@city.example', username: 'head', password: 'short but long enough' },
  });
});

it('names the way to the link where there is none', () => {
  fakeServer({});
  open('/setup');
  expect(screen.getByText(/link that the server printed/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

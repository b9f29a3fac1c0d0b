import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../../testing/fake-server.ts';
import { demoSite, loginReply, productionSite } from '../../../testing/fixtures.ts';
import { renderApp } from '../../../testing/render-app.tsx';

/** Fresh modules: whether a session ended is remembered per page load. */
async function openLogin(address = '/login') {
  const { LoginScreen } = await import('./LoginScreen.tsx');
  const { RequireSession } = await import('../../RequireSession.tsx');
  return renderApp(
    [
      { path: '/login', Component: LoginScreen },
      {
        Component: RequireSession,
        children: [
          { path: '/dashboard', element: <p>The dashboard</p> },
          { path: '/analysis-history', element: <p>The history</p> },
        ],
      },
    ],
    address,
  );
}

const login = 'POST /api/accounts/login/';
const site = 'GET /api/site/';

beforeEach(() => vi.resetModules());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the sign-in form outside demo mode', () => {
  it('prefills nothing and attempts nothing', async () => {
    const calls = fakeServer({ [site]: ok(productionSite) });
    await openLogin();
    expect(await screen.findByRole('heading', { name: 'Medical Professional Login' })).toBeTruthy();
    expect(screen.getByLabelText(/Email or Username/)).toHaveProperty('value', '');
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '');
    expect(screen.getByText(/Unauthorized access is prohibited/)).toBeTruthy();
    expect(calls).toEqual([site]);
  });

  it('requires both fields', async () => {
    fakeServer({ [site]: ok(productionSite) });
    await openLogin();
    expect(await screen.findByLabelText(/Email or Username/)).toHaveProperty('required', true);
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('required', true);
  });

  it.each([
    ['reader@example.org', { email: 'reader@example.org', password: 'secret' }],
    ['reader', { username: 'reader', password: 'secret' }],
  ])('sends %s as what it is, then leads to the dashboard', async (identifier, expected) => {
    let sent: unknown;
    fakeServer({
      [site]: ok(productionSite),
      [login]: ({ body }) => {
        sent = body;
        return { status: 200, body: loginReply };
      },
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), identifier);
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(sent).toEqual(expected);
  });

  it('asks for a password of one’s own in place of a one-time password', async () => {
    const body = { error: 'Please choose a new password.', code: 'password_change_required' };
    let sent: unknown;
    fakeServer({
      [site]: ok(productionSite),
      [login]: () => ({ status: 403, body }),
      'POST /api/accounts/password/': (request) => {
        sent = request.body;
        return { status: 200, body: loginReply };
      },
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'once{Enter}');
    await userEvent.type(await screen.findByLabelText(/^New Password/), 'blue lantern over harbour{Enter}');
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(sent).toEqual({ username: 'reader', password: 'once', new_password: 'blue lantern over harbour' });
  });

  it('asks for the code of an authenticator app, again after a wrong one', async () => {
    const sent: unknown[] = [];
    fakeServer({
      [site]: ok(productionSite),
      [login]: ({ body }) => {
        sent.push(body);
        if (sent.length === 3) return { status: 200, body: loginReply };
        const code = sent.length === 1 ? 'code_required' : 'invalid_code';
        return { status: 401, body: { error: `The server says ${code}.`, code } };
      },
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    await userEvent.type(await screen.findByLabelText(/^Authenticator Code/), '111111{Enter}');
    expect(await screen.findByText('The server says invalid_code.')).toBeTruthy();
    const field = screen.getByLabelText(/^Authenticator Code/);
    await userEvent.clear(field);
    await userEvent.type(field, '222222{Enter}');
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    const credentials = { username: 'reader', password: 'secret' };
    expect(sent).toEqual([
      credentials,
      { ...credentials, code: '111111' },
      { ...credentials, code: '222222' },
    ]);
  });

  it('shows the secret of a second factor that the organisation asks for, then its recovery codes', async () => {
    const body = { error: 'Please set it up.', code: 'code_setup_required' };
    fakeServer({
      [site]: ok(productionSite),
      [login]: () => ({ status: 403, body }),
      'POST /api/accounts/totp/': ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x' }),
      'POST /api/accounts/totp/confirm/': ok({ ...loginReply, recovery_codes: ['1111 2222 3333'] }),
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Authenticator Code/), '111111{Enter}');
    expect(await screen.findByText('1111 2222 3333')).toBeTruthy();
    expect(screen.queryByText('The dashboard')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved these codes' }));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
  });

  it('sets up a second factor with the password that has just replaced a one-time password', async () => {
    let asked: unknown;
    fakeServer({
      [site]: ok(productionSite),
      [login]: () => ({ status: 403, body: { error: 'Choose.', code: 'password_change_required' } }),
      'POST /api/accounts/password/': () => ({
        status: 403,
        body: { error: 'Set it up.', code: 'code_setup_required' },
      }),
      'POST /api/accounts/totp/': ({ body }) => {
        asked = body;
        return { status: 200, body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } };
      },
      'POST /api/accounts/totp/confirm/': ok(loginReply),
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'once{Enter}');
    await userEvent.type(await screen.findByLabelText(/^New Password/), 'blue lantern over harbour{Enter}');
    await userEvent.type(await screen.findByLabelText(/^Authenticator Code/), '111111');
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(asked).toEqual({ username: 'reader', password: 'blue lantern over harbour' });
  });

  it('takes a new password and a code together where both are wanted', async () => {
    const sent: unknown[] = [];
    fakeServer({
      [site]: ok(productionSite),
      [login]: () => ({ status: 403, body: { error: 'Choose.', code: 'password_change_required' } }),
      'POST /api/accounts/password/': ({ body }) => {
        sent.push(body);
        if (sent.length > 1) return { status: 200, body: loginReply };
        return { status: 403, body: { error: 'Enter the code.', code: 'code_required' } };
      },
    });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'once{Enter}');
    await userEvent.type(await screen.findByLabelText(/^New Password/), 'blue lantern over harbour{Enter}');
    await userEvent.type(await screen.findByLabelText(/^Authenticator Code/), '222222{Enter}');
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(sent[1]).toEqual({
      username: 'reader',
      password: 'once',
      new_password: 'blue lantern over harbour',
      code: '222222',
    });
  });

  it('is disabled and reads "Signing in..." while busy', async () => {
    fakeServer({ [site]: ok(productionSite), [login]: () => 'never' });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText(/Email or Username/)).toHaveProperty('disabled', true);
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('disabled', true);
  });

  it.each([
    [{ status: 401, body: { error: 'Wrong password.', code: 'invalid_credentials' } }, 'Wrong password.'],
    ['no response', 'An error occurred during login. Please try again.'],
  ] as const)('shows the banner for %j', async (reply, words) => {
    fakeServer({ [site]: ok(productionSite), [login]: () => reply });
    await openLogin();
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  it('leads back to the protected screen that was asked for', async () => {
    fakeServer({ [site]: ok(productionSite), [login]: ok(loginReply) });
    await openLogin('/analysis-history');
    await userEvent.type(await screen.findByLabelText(/Email or Username/), 'reader');
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    expect(await screen.findByText('The history')).toBeTruthy();
  });
});

describe('the sign-in form in demo mode', () => {
  it('is prefilled and signs in by itself', async () => {
    let sent: unknown;
    fakeServer({
      [site]: ok(demoSite),
      [login]: ({ body }) => {
        sent = body;
        return { status: 200, body: loginReply };
      },
    });
    await openLogin();
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(sent).toEqual({ username: 'demo', password: 'demo-password' });
  });

  it('says so when signing in by itself fails, and does not try again', async () => {
    const calls = fakeServer({ [site]: ok(demoSite), [login]: () => 'no response' });
    await openLogin();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An error occurred during auto-login. Please try again.',
    );
    expect(screen.getByLabelText(/Email or Username/)).toHaveProperty('value', 'demo');
    expect(calls.filter((call) => call === login)).toHaveLength(1);
  });

  it('attempts nothing where the last session was one of another account, until the demo is chosen again', async () => {
    const sent: unknown[] = [];
    const keep = ({ body }: { body?: unknown }) => {
      sent.push(body);
      const { username } = body as { username: string };
      return { status: 200, body: { ...loginReply, user: { ...loginReply.user, username } } };
    };
    fakeServer({ [site]: ok(demoSite), [login]: keep, 'POST /api/accounts/logout/': ok('') });
    await openLogin();
    await screen.findByText('The dashboard');
    const signInAs = async (username: string) => {
      const { signOut } = await import('../../../api/account/sign-out.ts');
      signOut();
      const field = await screen.findByLabelText(/Email or Username/);
      await userEvent.clear(field);
      await userEvent.type(field, username);
      await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
      await screen.findByText('The dashboard');
    };
    /** As after a reload of the page, without a session. */
    const loadedAnew = async () => {
      cleanup();
      vi.resetModules();
      for (const item of ['access', 'refresh', 'user', 'isAuthenticated']) localStorage.removeItem(item);
      await openLogin('/analysis-history');
    };
    await signInAs('ada');
    await loadedAnew();
    expect(await screen.findByLabelText(/Email or Username/)).toHaveProperty('value', 'demo');
    expect(sent).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('The history');
    await loadedAnew();
    await screen.findByText('The history');
    expect(sent).toHaveLength(4);
  });

  it('attempts nothing after a logout until the page is loaded anew', async () => {
    const calls = fakeServer({
      [site]: ok(demoSite),
      [login]: ok(loginReply),
      'POST /api/accounts/logout/': ok(''),
    });
    const { router } = await openLogin();
    await screen.findByText('The dashboard');
    const { signOut } = await import('../../../api/account/sign-out.ts');
    signOut();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await screen.findByLabelText(/Email or Username/)).toHaveProperty('value', 'demo');
    expect(calls.filter((call) => call === login)).toHaveLength(1);
  });
});

describe('a protected screen', () => {
  it('leads to /login when the flag is not set', async () => {
    fakeServer({ [site]: ok(productionSite) });
    const { router } = await openLogin('/dashboard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });
});

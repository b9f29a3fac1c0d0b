import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, getSession, startSession } from '../../../api/account/session.ts';
import { type FakeRoute, fakeServer, ok } from '../../../testing/fake-server.ts';
import { loginReply } from '../../../testing/fixtures.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { AccountScreen } from './AccountScreen.tsx';

const here = {
  id: 's1',
  created_at: '2026-01-01T10:00:00.000Z',
  last_used_at: '2026-01-01T11:00:00.000Z',
  address: '10.0.0.1',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0',
  is_current: true,
};
const there = { ...here, id: 's2', address: '10.0.0.2', user_agent: 'curl/8.5.0', is_current: false };
const off = ok({ is_set_up: false, is_required: false });

function open(routes: Readonly<Record<string, FakeRoute>>) {
  const calls = fakeServer({
    'GET /api/accounts/totp/': off,
    'GET /api/accounts/sessions/': ok([here]),
    'GET /api/accounts/read-keys/': ok([]),
    ...routes,
  });
  renderApp([{ path: '/account', Component: AccountScreen }], '/account');
  return calls;
}

beforeEach(() => startSession(loginReply));
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the account screen', () => {
  it('says who is signed in', async () => {
    open({});
    const who = within(await screen.findByRole('region', { name: 'Signed in as' }));
    for (const fact of ['Test Reader', 'reader', 'reader@example.org', 'Test clinic'])
      expect(who.getByText(fact)).toBeTruthy();
  });

  it('shows that it is loading, and what failed until Retry succeeds', async () => {
    let isUp = false;
    open({
      'GET /api/accounts/sessions/': () => (isUp ? { status: 200, body: [here] } : 'no response'),
      'GET /api/accounts/totp/': () => 'never',
    });
    expect(screen.getAllByLabelText('Loading')).toHaveLength(2);
    expect((await screen.findByRole('status')).textContent).toContain('sessions could not be loaded');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Firefox on Windows')).toBeTruthy();
  });
});

describe('keys for DICOMweb', () => {
  it('are shown once where they are made, listed afterwards, and revoked', async () => {
    const times = { created_at: here.created_at, expires_at: '2027-01-01T10:00:00.000Z', last_used_at: null };
    const key = { id: 'k1', name: 'OHIF', ...times };
    let keys: object[] = [];
    const sent: unknown[] = [];
    open({
      'GET /api/accounts/read-keys/': () => ({ status: 200, body: keys }),
      'POST /api/accounts/read-keys/': ({ body }) => {
        sent.push(body);
        keys = [key];
        return { status: 201, body: { ...key, key: 'srk_secret' } };
      },
      'DELETE /api/accounts/read-keys/k1/': () => {
        keys = [];
        return { status: 204, body: null };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'New key' }));
    await userEvent.type(screen.getByLabelText(/^New key for/), ' OHIF ');
    await userEvent.type(screen.getByLabelText(/^Current password/), 'secret words');
    await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByDisplayValue('srk_secret')).toBeTruthy();
    expect(await screen.findByText(/ends .*2027/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke key: OHIF/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Revoke key/ })).toBeNull());
    expect(screen.queryByDisplayValue('srk_secret')).toBeNull();
    expect(sent).toEqual([{ name: 'OHIF', password: 'secret words' }]);
  });
});

describe('the own account', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('takes another name and e-mail address, with the password and the code that the server asks for', async () => {
    const sent: unknown[] = [];
    open({
      'POST /api/accounts/profile/': (call) => {
        const json = call.body as Record<string, string>;
        sent.push(json);
        if (!json.code)
          return {
            status: 403,
            body: { error: 'Enter the code of your authenticator app.', code: 'code_required' },
          };
        const user = { ...loginReply.user, full_name: json.full_name, email: json.email };
        return { status: 200, body: { user } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change name or email' }));
    await userEvent.clear(screen.getByLabelText(/^Name/));
    await userEvent.type(screen.getByLabelText(/^Name/), 'Dr. New');
    await userEvent.type(screen.getByLabelText(/^Current password/), 'secret words');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('Enter the code');
    await userEvent.type(screen.getByLabelText(/^Authenticator Code/), '123456');
    await save();
    const who = within(await screen.findByRole('region', { name: 'Signed in as' }));
    expect(await who.findByText('Dr. New')).toBeTruthy();
    expect(getSession().user?.full_name).toBe('Dr. New');
    expect(sent.at(-1)).toEqual({
      ...{ full_name: 'Dr. New', email: loginReply.user.email },
      ...{ password: 'secret words', code: '123456' },
    });
  });

  it('takes another password, goes on under a new session and says so', async () => {
    const before = getSession().refresh;
    open({
      'POST /api/accounts/password/': (call) => {
        const { new_password: chosen } = call.body as Record<string, string>;
        if (chosen === 'short')
          return { status: 422, body: { error: 'Use at least 12 characters.', code: 'password_rejected' } };
        return { status: 200, body: { ...loginReply, refresh: 'another' } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    await userEvent.type(screen.getByLabelText(/^New password/), 'short');
    await userEvent.type(screen.getByLabelText(/^Current password/), 'secret words');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('Use at least 12 characters.');
    await userEvent.clear(screen.getByLabelText(/^New password/));
    await userEvent.type(screen.getByLabelText(/^New password/), 'blue lantern over harbour');
    await save();
    expect((await screen.findByText(/The password was changed/)).textContent).toContain('have ended');
    expect([before === 'another', getSession().refresh]).toEqual([false, 'another']);
  });
});

describe('the shared demo account', () => {
  it('offers no second factor', async () => {
    const { user } = loginReply;
    startSession({ ...loginReply, user: { ...user, organisation: { ...user.organisation, is_demo: true } } });
    open({});
    expect(await screen.findByText(/password of the demo account is public/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set up second factor' })).toBeNull();
  });
});

describe('the sessions', () => {
  it('are named, and say where one is', async () => {
    open({});
    expect(await screen.findByText('This session')).toBeTruthy();
    expect(screen.getByText('You are not signed in anywhere else.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });

  it('can be ended one by one, but the one in use', async () => {
    let open_ = [here, there];
    const calls = open({
      'GET /api/accounts/sessions/': () => ({ status: 200, body: open_ }),
      'POST /api/accounts/sessions/s2/end/': () => {
        open_ = [here];
        return { status: 200, body: 'null' };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^End session: curl/ }));
    await waitFor(() => expect(screen.queryByText('curl/8.5.0')).toBeNull());
    expect(calls).toContain('POST /api/accounts/sessions/s2/end/');
  });

  it('can be ended all at once, and say when that failed', async () => {
    const gone = { status: 404, body: { error: 'Session not found.', code: 'not_found' } };
    open({
      'GET /api/accounts/sessions/': ok([here, there, { ...there, id: 's3' }]),
      'POST /api/accounts/sessions/s2/end/': () => gone,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Session not found.');
  });
});

describe('the second factor', () => {
  it('is turned on with the password, a secret to scan or type, and its first code', async () => {
    let isSetUp = false;
    let sent: unknown;
    const calls = open({
      'GET /api/accounts/totp/': () => ({ status: 200, body: { is_set_up: isSetUp, is_required: false } }),
      'POST /api/accounts/totp/': ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }),
      'POST /api/accounts/totp/confirm/': ({ body }) => {
        isSetUp = true;
        sent = body;
        const recovery_codes = ['1111 2222 3333', '4444 5555 6666'];
        return {
          status: 200,
          body: { ...loginReply, access: 'access-2', refresh: 'refresh-2', recovery_codes },
        };
      },
      'POST /api/accounts/logout/': ok(''),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up second factor' }));
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    expect(await screen.findByRole('img', { name: 'Secret for an authenticator app' })).toBeTruthy();
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Authenticator Code/), '123456{Enter}');
    expect(await screen.findByText('4444 5555 6666')).toBeTruthy();
    expect(await screen.findByText(/^On\./)).toBeTruthy();
    expect(screen.getByText('4444 5555 6666')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved these codes' }));
    expect(screen.queryByText('4444 5555 6666')).toBeNull();
    expect(sent).toEqual({ username: 'reader', password: 'secret', code: '123456' });
    expect(getSession().refresh).toBe('refresh-2');
    expect(calls).toContain('POST /api/accounts/logout/');
  });

  it('gives new recovery codes for both factors', async () => {
    let sent: unknown;
    open({
      'GET /api/accounts/totp/': ok({ is_set_up: true, is_required: true, recovery_codes_left: 1 }),
      'POST /api/accounts/totp/recovery/': ({ body }) => {
        sent = body;
        return { status: 200, body: { recovery_codes: ['1111 2222 3333'] } };
      },
    });
    expect(await screen.findByText(/1 recovery code is left/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New recovery codes' }));
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.type(screen.getByLabelText(/^Authenticator Code/), '9999 8888 7777{Enter}');
    expect(await screen.findByText('1111 2222 3333')).toBeTruthy();
    expect(sent).toEqual({ username: 'reader', password: 'secret', code: '9999 8888 7777' });
  });

  it('is removed with both factors, after a wrong code said so', async () => {
    const wrong = { status: 401, body: { error: 'The code is not right.', code: 'invalid_code' } };
    let attempts = 0;
    open({
      'GET /api/accounts/totp/': () => ({
        status: 200,
        body: { is_set_up: attempts < 2, is_required: false },
      }),
      'POST /api/accounts/totp/remove/': () => {
        attempts += 1;
        return attempts === 1 ? wrong : { status: 200, body: { is_set_up: false, is_required: false } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove second factor' }));
    await userEvent.type(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.type(screen.getByLabelText(/^Authenticator Code/), '111111{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The code is not right.');
    expect(getSession().isAuthenticated).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^Off\./)).toBeTruthy();
  });

  it('cannot be removed where the organization asks for it', async () => {
    open({ 'GET /api/accounts/totp/': ok({ is_set_up: true, is_required: true }) });
    expect(await screen.findByText(/your organization requires it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull();
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, startSession } from '../../../api/account/session.ts';
import { type FakeRoute, fakeServer, ok } from '../../../testing/fake-server.ts';
import { loginReply } from '../../../testing/fixtures.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { AccountScreen } from './AccountScreen.tsx';
import { AuditScreen } from './AuditScreen.tsx';

const entry = {
  sequence: 7,
  at: '2026-01-01T10:00:00.000Z',
  action: 'report.read',
  outcome: 'success',
  user: 'ada',
  subject: 'report-1',
  address: '10.0.0.1',
  user_agent: 'curl/8',
  details: {},
};
const refusal = {
  ...entry,
  sequence: 6,
  action: 'session.refused',
  outcome: 'failure',
  user: null,
  details: { factor: 'code' },
};
const trail = 'GET /api/audit/';

function open(routes: Readonly<Record<string, FakeRoute>>, address = '/audit-trail') {
  const calls = fakeServer(routes);
  return { calls, ...renderApp([{ path: '/audit-trail', Component: AuditScreen }], address) };
}

const auditor = { ...loginReply, user: { ...loginReply.user, may_audit: true } };
beforeEach(() => startSession(auditor));
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the audit trail', () => {
  it('says who did what, when, about what and from where, and marks failures in words', async () => {
    open({ [trail]: ok({ entries: [entry, refusal], next: null }) });
    const [, first, second] = await screen.findAllByRole('row');
    for (const word of ['ada', 'Report opened', 'report-1', '10.0.0.1 · curl/8'])
      expect(within(first as HTMLElement).getByText(word)).toBeTruthy();
    const refused = within(second as HTMLElement);
    for (const word of ['no account', 'failure', 'Sign-in refused', 'factor: code of the authenticator'])
      expect(refused.getByText(word)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  });

  it('goes on where a page ended', async () => {
    const { calls } = open({
      [trail]: ({ url }) => {
        const isLater = url.searchParams.get('before') === '7';
        return { status: 200, body: { entries: [isLater ? refusal : entry], next: isLater ? null : 7 } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show older entries' }));
    expect(await screen.findByText('Sign-in refused')).toBeTruthy();
    expect(calls).toHaveLength(2);
  });

  it('is filtered by what the address says, and the filters change the address', async () => {
    const { calls, router } = open(
      { [trail]: ok({ entries: [], next: null }) },
      '/audit-trail?outcome=failure&user=ada',
    );
    expect(await screen.findByText(/^No entries found\./)).toBeTruthy();
    expect(calls[0]).toBe(`${trail}?outcome=failure&user=ada&limit=50`);
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Sign-ins');
    await waitFor(() => expect(calls.at(-1)).toContain('action=session'));
    expect(router.state.location.search).toContain('action=session');
  });

  it('says what failed, until Retry succeeds', async () => {
    let isUp = false;
    open({
      [trail]: () => (isUp ? { status: 200, body: { entries: [entry], next: null } } : 'no response'),
    });
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('could not be loaded'));
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Report opened')).toBeTruthy();
  });

  it('comes as a file, by the same filters', async () => {
    const saved = vi.fn(() => 'blob:x');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
    const { calls } = open(
      {
        [trail]: ok({ entries: [entry], next: null }),
        'GET /api/audit/export/': ok('sequence,at\r\n'),
      },
      '/audit-trail?user=ada',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(calls).toContain('GET /api/audit/export/?user=ada');
  });

  it('is not even asked for by a reader', () => {
    startSession(loginReply);
    const { calls } = open({});
    expect(screen.getByText(/Only auditors/)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it.each([
    [auditor, 1],
    [loginReply, 0],
  ])('is linked from the account of auditors alone', async (reply, count) => {
    startSession(reply);
    renderApp([{ path: '/', Component: AccountScreen }], '/');
    expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: 'Audit Trail' })).toHaveLength(count);
  });
});

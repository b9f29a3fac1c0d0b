// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { LetterheadPanel } from './LetterheadPanel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const url = '/api/organization/settings/';
const stored = { etag: '1', name: 'Clinic', settings: { modules_off: {} } };
const open = () => renderApp([{ path: '/', element: <LetterheadPanel /> }], '/');

it('says what to do where there is none, keeps what is typed and shows it as printed', async () => {
  let sent: unknown;
  fakeServer({
    [`GET ${url}`]: ok(stored),
    [`PATCH ${url}`]: ({ body }) => {
      sent = body;
      const letterhead = { name: 'Radiology', address: ['1 Main Street'], logo: null };
      return { status: 200, body: { ...stored, etag: '2', settings: { ...stored.settings, letterhead } } };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add letterhead' }));
  await userEvent.type(screen.getByLabelText(/^Name/), ' Radiology');
  await userEvent.type(screen.getByLabelText(/^Address/), '1 Main Street{Enter}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Change letterhead' })).toBeTruthy();
  expect(sent).toEqual({
    settings: { letterhead: { name: 'Radiology', address: ['1 Main Street'], logo: null } },
  });
  expect(screen.getByText('Radiology')).toBeTruthy();
});

it('keeps what was typed where the account may not change it, and says so', async () => {
  fakeServer({
    [`GET ${url}`]: ok(stored),
    [`PATCH ${url}`]: () => ({ status: 403, body: { error: 'This account may not.', code: 'forbidden' } }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add letterhead' }));
  await userEvent.type(screen.getByLabelText(/^Name/), 'Radiology');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This account may not.');
  expect(screen.getByDisplayValue('Radiology')).toBeTruthy();
});

it('offers another try where the settings do not come', async () => {
  fakeServer({ [`GET ${url}`]: () => ({ status: 500, body: { error: 'Broken.', code: 'internal' } }) });
  open();
  expect(
    await screen.findByRole('button', { name: 'Load the letterhead again' }, { timeout: 5000 }),
  ).toBeTruthy();
});

it('brings a removed letterhead back', async () => {
  const letterhead = { name: 'Radiology', address: ['1 Main Street'], logo: null };
  const sent: unknown[] = [];
  fakeServer({
    [`GET ${url}`]: ok({ ...stored, settings: { ...stored.settings, letterhead } }),
    [`PATCH ${url}`]: ({ body }) => {
      sent.push(body);
      const settings = { ...stored.settings, ...(body as { settings: object }).settings };
      return { status: 200, body: { ...stored, etag: '2', settings } };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change letterhead' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove letterhead' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Change letterhead' })).toBeTruthy();
  expect(sent).toEqual([{ settings: { letterhead: null } }, { settings: { letterhead } }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

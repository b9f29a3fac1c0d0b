import { defaultSettings, type SettingsReply } from '@second-read/contract/settings';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { RetentionForm } from './RetentionForm.tsx';

const reply = (days: number | null): SettingsReply => ({
  etag: '1',
  name: 'Clinic',
  settings: { ...defaultSettings, retention_days: days },
});

function open(days: number | null) {
  const sent: unknown[] = [];
  fakeServer({
    'PATCH /api/organization/settings/': ({ body }) => {
      sent.push(body);
      return { status: 200, body: reply(days) };
    },
  });
  renderApp([{ path: '/', element: <RetentionForm settings={reply(days)} /> }], '/');
  return sent;
}

const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
const setDays = (days: string) =>
  fireEvent.change(screen.getByLabelText(/^Days that reports are kept/), { target: { value: days } });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('erases nothing until an administrator says so twice', async () => {
  const sent = open(null);
  expect(save().disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('Erase old reports and images'));
  setDays('400');
  expect(save().disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('Yes, erase every report older than 400 days'));
  await userEvent.click(save());
  await waitFor(() => expect(sent).toEqual([{ settings: { retention_days: 400 } }]));
});

it('asks nothing for keeping longer, or without end', async () => {
  const sent = open(400);
  setDays('500');
  expect(screen.queryByLabelText(/^Yes, erase/)).toBeNull();
  await userEvent.click(screen.getByLabelText('Erase old reports and images'));
  await userEvent.click(save());
  await waitFor(() => expect(sent).toEqual([{ settings: { retention_days: null } }]));
});

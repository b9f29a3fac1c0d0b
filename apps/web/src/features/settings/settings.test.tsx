import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, startSession } from '../../api/account/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { loginReply } from '../../testing/fixtures.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { forgetPreferences, preferencesNow } from '../../ui/preferences.ts';
import { Settings } from './Settings.tsx';

let sent: unknown[] = [];
let status = 200;
beforeEach(() => {
  [sent, status] = [[], 200];
  fakeServer({
    'PATCH /api/accounts/preferences/': ({ body }) => {
      sent.push(body);
      return { status, body: status === 200 ? { preferences: body } : { code: 'x', error: 'No room.' } };
    },
  });
});
afterEach(() => {
  cleanup();
  forgetPreferences();
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open({ isDemo = false } = {}) {
  const { organisation } = loginReply.user;
  startSession({
    ...loginReply,
    user: { ...loginReply.user, organisation: { ...organisation, is_demo: isDemo } },
  });
  renderApp([{ path: '/', Component: Settings }], '/');
}
const choose = (label: string, value: string) => userEvent.selectOptions(screen.getByLabelText(label), value);
const keyOf = (label: string) => screen.getByRole('button', { name: new RegExp(`^${label}: `) });
const press = async (label: string, key: string) => {
  await userEvent.click(keyOf(label));
  await userEvent.keyboard(key);
};

describe('the settings of an account', () => {
  it('hold at once and are saved to the account', async () => {
    open();
    await choose('Lengths', 'cm');
    await choose('Dates', 'iso');
    expect(screen.getByText('A nodule of 1.23 cm, signed 2026-11-24 18:05.')).toBeTruthy();
    await choose('Density of lists and tables', 'compact');
    expect(document.documentElement.dataset.density).toBe('compact');
    await choose('A new result opens with', 'outlines');
    await choose('Order of mammograms', 'MLO');
    await screen.findByText('Saved to your account.');
    expect(sent).toEqual([
      ...[{ units: 'cm' }, { date_format: 'iso' }, { density: 'compact' }],
      ...[{ opening_view: 'outlines' }, { first_row: 'MLO' }],
    ]);
  });

  it('keep the theme under its key in this browser too, or leave it to the system', async () => {
    open();
    await choose('Theme', 'dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await choose('Theme', 'auto');
    expect(localStorage.getItem('theme')).not.toBe('dark');
    await waitFor(() => expect(sent).toEqual([{ theme: 'dark' }, { theme: null }]));
  });

  it('are taken back one step, theme and keys too', async () => {
    open();
    await choose('Lengths', 'cm');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(preferencesNow().units).toBe('mm');
    await choose('Theme', 'dark');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(localStorage.getItem('theme')).not.toBe('dark');
    await press('Pan', 'q');
    await userEvent.click(screen.getByRole('button', { name: 'Reset all keys' }));
    expect(preferencesNow().keys).toEqual({});
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(preferencesNow().keys).toEqual({ viewer: { pan: 'q' } });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('say that a change was not saved, and try again', async () => {
    open();
    status = 500;
    await choose('Lengths', 'cm');
    await screen.findByText(/The last change holds in this browser and was not saved. No room./);
    status = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Saved to your account.');
    expect(sent).toEqual([{ units: 'cm' }, { units: 'cm' }]);
  });

  it('stay in this browser of the account that everybody shares', async () => {
    open({ isDemo: true });
    await choose('Lengths', 'cm');
    expect([preferencesNow(), sent]).toEqual([{ units: 'cm' }, []]);
    expect(screen.getAllByRole('status')[0]?.textContent).toContain('shared by everybody');
  });
});

describe('the keyboard map', () => {
  it('takes the key that is pressed', async () => {
    open();
    await press('Next report', 'n');
    expect(keyOf('Next report').textContent).toBe('N');
    await waitFor(() => expect(sent).toEqual([{ keys: { worklist: { next: 'n' } } }]));
  });

  it('refuses a key that another action of the same part of the screen has, and says which', async () => {
    open();
    await press('Next report', 's');
    expect(screen.getByRole('alert').textContent).toBe(
      'S is the key of “Sign it and go to the next” already. Nothing was changed.',
    );
    expect([keyOf('Next report').textContent, sent]).toEqual(['J', []]);
    await press('Outlines over the image', 'q');
    await press('Rotate 90° clockwise', 'q');
    expect(screen.getByRole('alert').textContent).toContain('the key of “Outlines over the image” already');
    await press('Rotate 90° clockwise', '1');
    expect(screen.getByRole('alert').textContent).toContain('has a meaning of its own');
  });

  it('keeps its key on Escape, and lets Tab lead on', async () => {
    open();
    await press('Next report', '{Escape}');
    expect(keyOf('Next report').textContent).toBe('J');
    await userEvent.click(keyOf('Next report'));
    await userEvent.tab();
    expect(document.activeElement).toBe(keyOf('Previous report'));
    expect(sent).toEqual([]);
  });

  it('is reset as a whole, and by pressing the usual key', async () => {
    open();
    await press('Next report', 'n');
    await press('Next report', 'j');
    expect(preferencesNow().keys).toEqual({});
    await press('Next report', 'n');
    await press('Pan', 'q');
    await userEvent.click(screen.getByRole('button', { name: 'Reset all keys' }));
    expect([keyOf('Next report').textContent, keyOf('Pan').textContent]).toEqual(['J', 'P']);
    await waitFor(() => expect(sent.at(-1)).toEqual({ keys: {} }));
  });
});

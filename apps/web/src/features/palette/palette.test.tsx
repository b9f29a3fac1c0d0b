import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { matching, type PaletteEntry } from './palette-entries.ts';

const did: string[] = [];
const entry = (label: string, words = ''): PaletteEntry => ({
  ...{ id: label.toLowerCase().replaceAll(' ', '-'), group: 'Screens', label, words },
  run: () => did.push(label),
});
const entries = [entry('Analysis History', 'reports'), entry('Worklist'), entry('My worklist notes')];

afterEach(() => {
  cleanup();
  did.length = 0;
  vi.unstubAllGlobals();
});

const page = { page: 1, page_size: 4, has_more: false };
const none = ok({ count: 0, ...page, results: [] });
const report = {
  ...{ id: 'lung-7', module: 'lung', patient_id: 'P-1042', created_at: '2026-11-20T10:00:00Z' },
  ...{ updated_at: '2026-11-20T10:00:00Z', report_text: ['nodule:0'] },
  study: { width: 1, height: 1, format: 'png', bits_stored: 8, spacing_mm: null },
};
const routes = {
  'GET /api/breast_segmentation/all-reports/': none,
  'GET /api/brain_ct/all-reports/': none,
  'GET /api/lung_segmentation/all-reports/': ok({ count: 1, ...page, results: [report] }),
  'GET /api/cervix-segmentation/all-reports/': none,
};

function open(replies: Parameters<typeof fakeServer>[0] = routes) {
  fakeServer(replies);
  const element = (
    <CommandPalette
      opened
      entries={entries}
      onReport={(id) => did.push(id)}
      onClose={() => did.push('closed')}
    />
  );
  renderApp([{ path: '/', element }], '/');
  return screen.findByRole('combobox', { name: 'Patient ID, screen or action' });
}

it('finds by every typed word, in label or other words; labels that begin with it come first', () => {
  expect(matching(entries, 'work').map(({ label }) => label)).toEqual(['Worklist', 'My worklist notes']);
  expect(matching(entries, 'history REP').map(({ label }) => label)).toEqual(['Analysis History']);
  expect(matching(entries, ' ')).toHaveLength(3);
});

it('goes where the arrow keys lead', async () => {
  const field = await open();
  await userEvent.type(field, 'work{ArrowDown}{Enter}');
  expect(did).toEqual(['closed', 'My worklist notes']);
});

it('opens the report of a patient', async () => {
  const field = await open();
  await userEvent.type(field, 'P-10');
  await userEvent.click(await screen.findByRole('option', { name: /P-1042/ }));
  expect(did).toEqual(['closed', 'lung-7']);
});

it('says that nothing was found, and what else to try', async () => {
  const field = await open({ ...routes, 'GET /api/lung_segmentation/all-reports/': none });
  await userEvent.type(field, 'zzz');
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/Nothing found\. Try a part/));
});

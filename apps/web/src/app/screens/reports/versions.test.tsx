import { moduleOf } from '@second-read/analyses/catalogue';
import { readingOf } from '@second-read/analyses/stored-reading';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { DetailsScreen } from './DetailsScreen.tsx';

const reportText = ['birads_cat:4', 'mass:1', 'mass_confidence:87.4', 'acr_breast_density:2'];
const reading = readingOf({ module: 'breast', wire: { report_text: reportText } });
const outlines = {
  'mass-1': [
    { x: 1, y: 1 },
    { x: 4, y: 1 },
    { x: 4, y: 4 },
  ],
};
const ada = { full_name: 'Ada Reader', username: 'ada' };
const at = '2026-03-01T10:00:00Z';

const review = (version: number, more: object) => ({
  ...{ report_id: 'breast-7', module: 'breast', version, etag: `${version}.1`, held_by: null, mine: false },
  ...{ machine: reading, current: reading, wire: { report_text: reportText } },
  ...{
    outlines: {},
    measurements: [],
    key_images: [],
    decisions: {},
    category: null,
    changes: [],
    used_ids: [],
  },
  ...{ can_undo: false, can_redo: false, allowed: [], review: moduleOf('breast').review?.fields },
  ...{ signed_by: ada, signed_at: at, written: {}, ...more },
});

async function open(current: ReturnType<typeof review>, versions: readonly object[]) {
  const { state, version } = current as unknown as { state: 'amended'; version: number };
  const reply = (mark: object) => ({
    status: 200,
    body: {
      ...{ id: 'breast-7', module: 'breast', patient_id: '0042', created_at: at, updated_at: at },
      analyzed_by: { full_name: 'Test Reader', username: 'reader' },
      study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null },
      original_image_url: '/media/original.png',
      report_text: reportText,
      review: { state, version, signed_by: 'Ada Reader', signed_at: at, ...mark },
    },
  });
  fakeServer({
    'GET /api/breast_segmentation/reports/breast-7/': ({ url }) =>
      reply(url.search === '?version=1' ? { state: 'signed', version: 1, replaced_by: 2 } : {}),
    'GET /api/reports/breast-7/reviews/current/': ok(current),
    'GET /api/reports/breast-7/versions/': ok({ versions }),
    'GET /api/reports/breast-7/versions/1/': ok(
      review(1, { state: 'signed', written: { impression: 'As first signed.' }, outlines }),
    ),
    'GET /api/organization/settings/': ok({ etag: '1', name: 'Clinic', settings: {} }),
    'GET /api/worklist/': ok({ items: [], next: null }),
  });
  renderApp([{ path: '/analysis/:id', Component: DetailsScreen }], '/analysis/breast-7');
  return screen.findByRole('region', { name: 'Review' });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line = (version: number, more: object) => ({ version, in_force: false, changes: 1, ...more });

describe('the versions of a report', () => {
  it('name their reason, and an earlier one is opened to read only', async () => {
    const reason = 'The side was wrong';
    const panel = await open(
      review(2, { state: 'amended', reason, written: { impression: 'As amended.' }, predecessor: 1 }),
      [
        line(2, { state: 'amended', in_force: true, signed_by: ada, signed_at: at, reason }),
        line(1, { state: 'signed', signed_by: ada, signed_at: at }),
      ],
    );
    await userEvent.click(await within(panel).findByText('2 versions'));
    expect(within(panel).getAllByText(`Amended because: ${reason}`)).toHaveLength(2);
    expect(within(panel).queryByRole('link', { name: 'Version 2' })).toBeNull();
    await userEvent.click(within(panel).getByRole('link', { name: 'Version 1' }));
    expect(await screen.findByText('Version 1, to read only.')).toBeTruthy();
    expect(screen.getAllByText('As first signed.').length).toBeGreaterThan(0);
    expect(screen.queryByText('As amended.')).toBeNull();
    expect(await screen.findByText('Changed by the reader')).toBeTruthy();
    for (const name of [/Sign/, /Amend/, /Withdraw/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Download Report' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Current version' }));
    expect((await screen.findAllByText('As amended.')).length).toBeGreaterThan(0);
  });

  it('that was withdrawn says so, and why, also beside what the machine read', async () => {
    const reason = 'Images of another patient';
    const panel = await open(
      review(1, { state: 'withdrawn', reason, withdrawn_by: ada, withdrawn_at: at }),
      [],
    );
    expect(within(panel).getByText('Withdrawn')).toBeTruthy();
    expect(within(panel).getByText(`Withdrawn because: ${reason}`)).toBeTruthy();
    const withdrawn = () => screen.getByRole('article', { name: 'Report' }).textContent;
    expect(withdrawn()).toContain('Withdrawn: entered in error.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show the AI result' }));
    expect(withdrawn()).toContain('Withdrawn: entered in error.');
  });
});

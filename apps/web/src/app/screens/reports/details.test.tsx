import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeReply, fakeServer, ok } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { DetailsScreen } from './DetailsScreen.tsx';

const stored = {
  id: 'breast-7',
  module: 'breast',
  patient_id: '0042',
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:00Z',
  analyzed_by: { full_name: 'Test Reader', username: 'reader' },
  study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null },
  original_image_url: '/media/original.png',
  report_text: [
    'birads_cat:4',
    'mass:1',
    'mass_confidence:87.4',
    'mass_shape:3',
    'axilla_findings:0',
    'calcification:0',
    'acr_breast_density:2',
  ],
};

const route = 'GET /api/breast_segmentation/reports/breast-7/';

function open(id: string) {
  return renderApp([{ path: '/analysis/:id', Component: DetailsScreen }], `/analysis/${id}`);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('analysis details', () => {
  it('shows a spinner while loading', () => {
    fakeServer({ [route]: () => 'never' });
    open('breast-7');
    expect(screen.getByRole('status').textContent).toBe('Loading analysis');
  });

  it('shows the stored result: who, when, category, sections and pictures', async () => {
    fakeServer({ [route]: ok(stored) });
    open('breast-7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Analysis Details' })).toBeTruthy();
    expect(screen.getByText('breast-7')).toBeTruthy();
    expect(screen.getByText('0042')).toBeTruthy();
    expect(screen.getByText('BI-RADS 4')).toBeTruthy();
    expect(screen.queryByText('Demo data')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Analysis History' }).getAttribute('href')).toBe(
      '/analysis-history?type=breast',
    );
    expect(screen.getByRole('img', { name: 'Original Image' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Segmented Image: not available' })).toBeTruthy();
  });

  it('opens the sections that were found, and each toggles on its own', async () => {
    fakeServer({ [route]: ok(stored) });
    open('breast-7');
    const mass = await screen.findByRole('button', { name: /^Mass/ });
    const axilla = screen.getByRole('button', { name: /^Axilla/ });
    expect(mass.textContent).toContain('87.4 %');
    expect(mass.getAttribute('aria-expanded')).toBe('true');
    expect(axilla.textContent).toContain('Not Detected');
    expect(axilla.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(mass);
    expect(mass.getAttribute('aria-expanded')).toBe('false');
    expect(axilla.getAttribute('aria-expanded')).toBe('false');
  });

  it('leads back to the history as it was left, else to the reports of its module', async () => {
    fakeServer({
      [route]: ok(stored),
      'GET /api/lung_segmentation/reports/lung-7/': ok({ ...stored, module: 'lung' }),
    });
    const screens = [
      { path: '/analysis/:id', Component: DetailsScreen },
      {
        path: '/analysis-history',
        element: (
          <Link to="/analysis/breast-7" state={{ history: '?scope=all&q=P-1' }}>
            open
          </Link>
        ),
      },
    ];
    renderApp(screens, '/analysis-history');
    await userEvent.click(screen.getByRole('link', { name: 'open' }));
    const back = await screen.findByRole('link', { name: 'Back to Analysis History' });
    expect(back.getAttribute('href')).toBe('/analysis-history?scope=all&q=P-1');
    cleanup();
    open('lung-7');
    const toModule = await screen.findByRole('link', { name: 'Back to Analysis History' });
    expect(toModule.getAttribute('href')).toBe('/analysis-history?type=lung');
  });

  it('leads from a slice back to its series', async () => {
    fakeServer({ [route]: ok({ ...stored, series_id: '0190f1a0-0000-7000-8000-000000000001' }) });
    open('breast-7');
    const series = await screen.findByRole('link', { name: 'All slices of this series' });
    expect(series.getAttribute('href')).toBe('/series/0190f1a0-0000-7000-8000-000000000001');
  });

  it('puts a placeholder where a picture does not load', async () => {
    fakeServer({ [route]: ok(stored) });
    open('breast-7');
    fireEvent.error(await screen.findByRole('img', { name: 'Original Image' }));
    expect(screen.getByRole('img', { name: 'Original Image: not available' })).toBeTruthy();
  });

  it('says so when there is no such analysis', async () => {
    fakeServer({ [route]: () => ({ status: 404, body: { error: 'No such report.', code: 'not_found' } }) });
    open('breast-7');
    expect(await screen.findByRole('heading', { name: 'Analysis Not Found' })).toBeTruthy();
    expect(screen.getByText('The analysis with ID breast-7 could not be found.')).toBeTruthy();
  });

  it('shows what failed, and tries again', async () => {
    let reply: FakeReply = 'no response';
    fakeServer({ [route]: () => reply });
    open('breast-7');
    expect(await screen.findByRole('heading', { name: 'Error' })).toBeTruthy();
    expect(screen.getByText('No response from server. Please check your connection.')).toBeTruthy();
    reply = { status: 200, body: stored };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('0042')).toBeTruthy();
  });

  it('lists the earlier reports of the patient when asked, each leading to the two side by side', async () => {
    const reader = { full_name: 'Prior Reader', username: 'prior' };
    const undated = { id: 'breast-3', created_at: '2025-01-31T09:30:00Z', analyzed_by: reader };
    const dated = { ...undated, id: 'breast-2', exam_date: '2007-11-22', exam_time: '23:30:00' };
    const results = [undated, dated];
    const asking = `${route}priors/`;
    const calls = fakeServer({ [route]: ok(stored), [asking]: ok({ results }) });
    open('breast-7');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with prior' }));
    const prior = await screen.findByRole('menuitem', {
      name: /Jan 31, 2025.*Analyzed by Prior Reader \(exam date unknown\)/,
    });
    expect(prior.getAttribute('href')).toBe('/analysis/breast-7?prior=breast-3');
    // The scanner's own day, wherever the reader is.
    const other = screen.getByRole('menuitem', { name: /Exam Nov 22, 2007.*11:30/ });
    expect(other.textContent).toMatch(/Analyzed by Prior Reader, Jan 31, 2025/);
    expect(
      calls.filter((call) => !/\/(pacs|reviews\/current|settings|opinion|marks|count)\/$/.test(call)),
    ).toEqual([route, asking]);
  });

  it('says so where there is no earlier report, or they could not be loaded', async () => {
    let reply: FakeReply = 'no response';
    fakeServer({ [route]: ok(stored), [`${route}priors/`]: () => reply });
    open('breast-7');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with prior' }));
    const failed = await screen.findByRole(
      'menuitem',
      { name: /could not be loaded.*Retry/ },
      { timeout: 60_000 },
    );
    reply = { status: 200, body: { results: [] } };
    await userEvent.click(failed);
    expect(await screen.findByText('No earlier report of this patient.')).toBeTruthy();
  });

  it('offers no comparison of demo data', async () => {
    fakeServer({});
    open('demo-breast-1');
    await screen.findAllByText('Demo data');
    expect(screen.queryByRole('button', { name: 'Compare with prior' })).toBeNull();
  });

  it.each([
    ['lung-3', 'GET /api/lung_segmentation/reports/lung-3/'],
    ['brain-3', 'GET /api/brain_ct/reports/brain-3/'],
    ['cervix-3', 'GET /api/cervix-segmentation/reports/cervix-3/'],
    ['unknown-3', 'GET /api/breast_segmentation/reports/unknown-3/'],
  ])('asks the module of the prefix for %s', (id, call) => {
    const calls = fakeServer({ [call]: () => 'never' });
    open(id);
    expect(calls).toEqual([call]);
  });

  it.each(['demo-breast-1', 'demo-1', 'demo-lung-1', 'demo-brain-1', 'demo-cervix-1'])(
    'answers %s without the server, marked "Demo data"',
    async (id) => {
      const calls = fakeServer({});
      open(id);
      expect(screen.getByRole('status')).toBeTruthy();
      expect((await screen.findAllByText('Demo data')).length).toBeGreaterThan(0);
      // The letterhead of a PDF is the organization's own.
      expect(calls.filter((call) => !call.endsWith('/settings/'))).toEqual([]);
    },
  );
});

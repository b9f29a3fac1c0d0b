import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeReply, fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';

const counts = 'GET /api/trials/count/';
const open = () => renderApp([{ path: '/dashboard', Component: DashboardScreen }], '/dashboard');
const trials = () => screen.getAllByText('Trial Left:').map((label) => label.nextElementSibling?.textContent);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the dashboard', () => {
  it('says what to do and shows a card per module with its way in', () => {
    fakeServer({ [counts]: () => 'never' });
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Medical Image Analysis');
    expect(screen.getByText('Select a module to begin analysis')).toBeTruthy();
    const links = [...document.querySelectorAll('article a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['Breast Analysis', '/breast-analysis'],
      ['Brain CT Analysis', '/brain-analysis'],
      ['Lung CT Analysis', '/lung-analysis'],
      ['Cervix Segmentation', '/cervix-analysis'],
    ]);
  });

  it('names the features of each card', () => {
    fakeServer({ [counts]: () => 'never' });
    open();
    const features = screen.getAllByRole('article').map((card) =>
      within(card)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    );
    expect(features).toEqual([
      ['Image Segmentation', 'Report Generation', 'BIRADS Classification'],
      ['Report Generation', 'Lesion Detection', 'Volume Analysis'],
      ['Image Segmentation', 'Report Generation', 'Nodule Detection'],
      ['Image Segmentation', 'Lesion Detection', 'BIRADS Classification'],
    ]);
  });

  it('shows "--" until the counts are known', () => {
    fakeServer({ [counts]: () => 'never' });
    open();
    expect(trials()).toEqual(['--', '--', '--', '--']);
  });

  it('shows the counts, and zero for a service that is not listed', async () => {
    fakeServer({
      [counts]: ok([
        { service_type: 'breast_segmentation', trial_count: 12 },
        { service_type: 'brain_ct_classification', trial_count: 3 },
        { service_type: 'cervix_segmentation', trial_count: 7 },
      ]),
    });
    open();
    await screen.findByText('12');
    expect(trials()).toEqual(['12', '3', '0', '7']);
  });

  it('shows zeros and a status line when the counts fail, until Retry succeeds', async () => {
    let reply: FakeReply = 'no response';
    fakeServer({ [counts]: () => reply });
    open();
    expect((await screen.findByRole('status')).textContent).toContain('could not be loaded');
    expect(trials()).toEqual(['0', '0', '0', '0']);
    reply = { status: 200, body: [{ service_type: 'breast_segmentation', trial_count: 9 }] };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('9')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });
});

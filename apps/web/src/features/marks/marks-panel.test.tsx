import { manifest } from '@second-read/analyses/lung/manifest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { ShownPicture } from '../../ui/picture/shown-picture.ts';
import { MarksPanel } from './MarksPanel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const marks = [0.9, 0.6, 0.2].map((score, at) => ({
  ...{ type: 'nodule', score, x: 20 * at, y: 10, width: 10, height: 10, is_named: at < 2 },
}));

function show(more: Partial<ShownPicture> = {}, replied = marks) {
  const noted: unknown[] = [];
  const asked: string[] = [];
  const answer = ok({ marks: replied, own: 2 });
  fakeServer({
    'GET /api/reports/lung-1/marks/': (call) => {
      asked.push(call.url.search);
      return answer(call);
    },
    'POST /api/reports/lung-1/marks/shown/': (call) => {
      noted.push(call.body);
      return { status: 200, body: null };
    },
  });
  const shown = { picture: '/a.png', size: { width: 100, height: 100 }, ...more };
  renderApp([{ path: '/', element: <MarksPanel reportId="lung-1" {...{ manifest, shown }} /> }], '/');
  return { noted, asked };
}

describe('the operating point of a report', () => {
  it('is where the slider begins; more marks are shown dashed, and what was looked at is noted', async () => {
    const { noted } = show();
    const slider = await screen.findByRole('slider', { hidden: true });
    expect(slider.getAttribute('aria-valuenow')).toBe('2');
    expect(screen.getByText(/2 of 3 marks.*60\.0 %.*\(as reported\)/)).toBeDefined();
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(screen.getByText(/3 of 3 marks, scores down to 20\.0 %$/)).toBeDefined();
    const name = 'The picture with 3 marks, 2 of them named in the report';
    expect(screen.getByRole('img', { name, hidden: true })).toBeDefined();
    await waitFor(() => expect(noted).toEqual([{ shown: 3 }]));
  });

  it('is that of the slice of an exam that is shown', async () => {
    const { noted, asked } = show({ slice: 4, words: 'slice 5' });
    fireEvent.keyDown(await screen.findByRole('slider', { hidden: true }), { key: 'ArrowLeft' });
    expect(screen.getByText('More or fewer marks on slice 5')).toBeDefined();
    expect(asked).toEqual(['?slice=4']);
    await waitFor(() => expect(noted).toEqual([{ shown: 1, slice: 4 }]));
  });

  it('is not offered where the marks have no order', async () => {
    const { asked } = show({}, marks.slice(0, 1));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByText(/More or fewer/)).toBeNull();
  });
});

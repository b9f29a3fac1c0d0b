import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { DetailsScreen } from './DetailsScreen.tsx';

const count = 12;
const file = (at: number) => `slice-${at}`;

/** A chest exam with a nodule each on the named slices, from 0. */
function examOf(nodules: readonly { at: number; side: 'left' | 'right'; mm: number }[]): StoredExam {
  return {
    ...{ module: 'lung', kind: 'exam', version: 2, scores: {} },
    findings: nodules.map(({ at, side, mm }, n) => ({
      ...{ id: `nodule-${n + 1}`, type: 'nodule', found: true, probability: 0.8, side, diameterMm: mm },
      ...{ volumeMl: (Math.PI / 6) * (mm / 10) ** 3, facts: { density: 'solid' } },
      slices: [{ file: file(at), slice: at, score: 0.8, box: { x: 9, y: 9, width: 8, height: 8 } }],
    })),
    reading: {
      facts: {},
      ...{ technique: null, limits: [], rules: [], keySlices: [] },
    },
    slices: Array.from({ length: count }, (_, at) => ({
      ...{ file: file(at), sent: at + 1, instanceNumber: null, placeMm: null, message: null },
      ...{ status: 'read' as const, width: 64, height: 64 },
    })),
  };
}

const reportOf = (id: string, exam: StoredExam) => ({
  ...{ id, module: 'lung', patient_id: 'P-1', exam },
  ...{ created_at: '2026-03-01T10:00:00Z', updated_at: '2026-03-01T10:00:00Z' },
  analyzed_by: { full_name: 'Test Reader', username: 'reader' },
  study: { width: 64, height: 64, format: 'dicom', bits_stored: 12, spacing_mm: null },
  original_image_url: '/media/original.png',
});

const pictures = Array.from({ length: count }, (_, at) => ({
  ...{ file: file(at), original_url: '/a.png', label_map_url: '/b.png' },
  ...{ pixel_mm: { x: 1, y: 1 }, geometry: null, hanging: null },
}));

function open(now: StoredExam, before: StoredExam) {
  fakeServer({
    'GET /api/lung_segmentation/reports/lung-2/': ok(reportOf('lung-2', now)),
    'GET /api/lung_segmentation/reports/lung-1/': ok(reportOf('lung-1', before)),
    'GET /api/reports/lung-2/slices/': ok(pictures),
    'GET /api/reports/lung-1/slices/': ok(pictures),
  });
  renderApp([{ path: '/analysis/:id', Component: DetailsScreen }], '/analysis/lung-2?prior=lung-1');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sliceOf = async (name: 'Current' | 'Prior') => {
  const pane = await screen.findByRole('region', { name: new RegExp(`^${name}, `) });
  return within(pane).getByRole('slider', { name: 'Slice' }).getAttribute('aria-valuetext');
};

describe('two exams of a patient', () => {
  it('are led by each change to the slices of both that show it best', async () => {
    const before = [
      { at: 2, side: 'left', mm: 7 },
      { at: 9, side: 'right', mm: 6 },
    ] as const;
    open(examOf([{ at: 4, side: 'left', mm: 11 }]), examOf(before));
    const changes = await screen.findByRole('list', { name: 'Changes between the exams' });
    const [grown, gone] = within(changes).getAllByRole('button');
    expect(grown?.textContent).toMatch(/^NoduleGrown: .*7\.0 to 11\.0 mm$/);
    expect(gone?.textContent).toMatch(/^Earlier noduleNot found any more: right/);
    await userEvent.click(grown as HTMLElement);
    expect(await sliceOf('Current')).toBe('Slice 5 of 12');
    expect(await sliceOf('Prior')).toBe('Slice 3 of 12');
    expect(grown?.getAttribute('aria-pressed')).toBe('true');
    // What is gone leads the earlier exam; the other goes along, as both lie since the pair.
    await userEvent.click(gone as HTMLElement);
    expect(await sliceOf('Prior')).toBe('Slice 10 of 12');
    expect(await sliceOf('Current')).toBe('Slice 12 of 12');
  });

  it('are scrolled together until they are unlinked, and keep their offset when linked again', async () => {
    open(examOf([]), examOf([]));
    const scroll = async (name: 'Current' | 'Prior', key: string) => {
      const pane = await screen.findByRole('region', { name: new RegExp(`^${name}, `) });
      fireEvent.keyDown(within(pane).getByTestId('exam-stage'), { key });
    };
    expect(await sliceOf('Prior')).toBe(await sliceOf('Current'));
    await scroll('Current', 'Home');
    expect(await sliceOf('Prior')).toBe('Slice 1 of 12');
    const link = screen.getByRole('button', { name: 'Link scrolling, zoom and pan' });
    await userEvent.click(link);
    await scroll('Prior', 'ArrowDown');
    expect(await sliceOf('Current')).toBe('Slice 1 of 12');
    await userEvent.click(link);
    await scroll('Current', 'ArrowDown');
    expect(await sliceOf('Current')).toBe('Slice 2 of 12');
    expect(await sliceOf('Prior')).toBe('Slice 3 of 12');
  });

  it('say so where neither shows a lesion', async () => {
    open(examOf([]), examOf([]));
    expect(await screen.findByText('Neither exam shows a lesion to compare.')).toBeTruthy();
    expect(await sliceOf('Prior')).toMatch(/of 12$/);
  });
});

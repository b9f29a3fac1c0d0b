import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { manifest as lung } from '@second-read/analyses/lung/manifest';
import type { ExamSlicesReply } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeRoute, fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ExamViewer } from './ExamViewer.tsx';
import type { ExamDrawing } from './exam-drawing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function examOf(module: string, count: number): StoredExam {
  return {
    ...{ module, kind: 'exam', version: 2, scores: {}, findings: [] },
    reading: {
      facts: {},
      ...{ technique: null, limits: [], rules: [], keySlices: [] },
    },
    slices: Array.from({ length: count }, (_, index) => ({
      ...{ file: `slice-${index}`, sent: index + 1, instanceNumber: null, placeMm: null, message: null },
      ...{ status: 'read' as const, width: 64, height: 64 },
    })),
  };
}

const picture = (index: number): ExamSlicesReply[number] => ({
  ...{ file: `slice-${index}`, original_url: '/a.png', label_map_url: '/b.png' },
  ...{ pixel_mm: { x: 1, y: 1 }, geometry: null, hanging: null },
});

function show(
  manifest: ModuleManifest,
  exam: StoredExam,
  slices: FakeRoute,
  { onPlace, drawing }: { onPlace?: (place: number) => void; drawing?: ExamDrawing } = {},
) {
  fakeServer({ 'GET /api/reports/exam-1/slices/': slices });
  const element = (
    <ExamViewer reportId="exam-1" {...{ manifest, exam, drawing }} {...(onPlace && { onPlace })} />
  );
  renderApp([{ path: '/', element }], '/');
}

describe('a stack of slices', () => {
  const place = (z: number) => ({
    position: [0, 0, z] as [number, number, number],
    row: [1, 0, 0] as [number, number, number],
    column: [0, 1, 0] as [number, number, number],
    thickness_mm: 5,
  });

  it('has planes across it where the files place its slices', async () => {
    const slices = [0, 1, 2, 3].map((at) => ({ ...picture(at), geometry: place(5 * at) }));
    show(lung, examOf('lung', 4), ok(slices));
    expect(await screen.findByRole('radio', { name: 'Coronal' })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Thickness of the slab' })).toBeDefined();
  });

  it('has its keys wherever the focus is, but where one types', async () => {
    const slices = [0, 1, 2, 3].map((at) => ({ ...picture(at), geometry: place(5 * at) }));
    show(lung, examOf('lung', 4), ok(slices));
    const chosen = async (name: string) =>
      expect((await screen.findByRole('radio', { name })).matches(':checked')).toBe(true);
    await userEvent.click(await screen.findByRole('radio', { name: 'Coronal' }));
    await chosen('Coronal');
    await userEvent.keyboard('d');
    await chosen('Sagittal');
    fireEvent.keyDown(document.body, { key: 'd' });
    await chosen('Three planes');
    screen.getByRole('combobox', { name: 'Thickness of the slab' }).focus();
    await userEvent.keyboard('d');
    await chosen('Three planes');
  });

  it('is shown as a slab by MIP, MinIP or average, by keys and by choice, and its keys are listed', async () => {
    const slices = [0, 1, 2, 3].map((at) => ({ ...picture(at), geometry: place(5 * at) }));
    show(lung, examOf('lung', 4), ok(slices));
    await screen.findByRole('combobox', { name: 'Thickness of the slab' });
    expect(screen.queryByRole('radio', { name: 'MinIP' })).toBeNull();
    await userEvent.keyboard('m');
    const chosen = () =>
      within(screen.getByRole('radiogroup', { name: 'Projection of the slab' }))
        .getAllByRole('radio')
        .flatMap((radio) => (radio.matches(':checked') ? [radio.closest('div')?.textContent] : []));
    expect(chosen()).toEqual(['MIP']);
    await userEvent.keyboard(',');
    expect(chosen()).toEqual(['MinIP']);
    await userEvent.keyboard(',');
    expect(chosen()).toEqual(['Average']);
    await userEvent.click(screen.getByRole('radio', { name: 'MIP' }));
    expect(chosen()).toEqual(['MIP']);
    expect(screen.getByLabelText('Keys of the picture').textContent).toContain(',MIP, MinIP, average');
  });

  it('says why there are none, and offers none', async () => {
    const places: number[] = [];
    show(lung, examOf('lung', 4), ok([0, 1, 2, 3].map(picture)), {
      onPlace: (place) => places.push(place),
    });
    await screen.findByText(/not offered: the files do not say where their slices lie/);
    expect(screen.queryByRole('radio', { name: 'Coronal' })).toBeNull();
    const slider = screen.getByRole('slider', { name: 'Slice' });
    fireEvent.keyDown(screen.getByRole('group', { name: 'Slice 3 of 4' }), { key: 'ArrowDown' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Slice 4 of 4');
    expect(places.at(-1)).toBe(3);
  });

  it('has the drawing in place of its picture, and goes on only as the drawing lets it', async () => {
    const wanted: (() => void)[] = [];
    const drawing = {
      picture: (at: number) => <p>Drawing on {at}</p>,
      leave: (go: () => void) => wanted.push(go),
    };
    show(lung, examOf('lung', 4), ok([0, 1, 2, 3].map(picture)), { drawing });
    await screen.findByText('Drawing on 2');
    expect(screen.queryByRole('group', { name: /^Slice/ })).toBeNull();
    fireEvent.change(screen.getByRole('slider', { name: 'Slice' }), { target: { value: '2' } });
    expect(screen.getByText('Drawing on 2')).toBeDefined();
    act(() => wanted[0]?.());
    expect(screen.getByText('Drawing on 1')).toBeDefined();
  });

  it('is asked for again where its pictures did not come', async () => {
    let isBroken = true;
    show(lung, examOf('lung', 4), (call) =>
      isBroken
        ? { status: 404, body: { error: 'Gone', code: 'not_found' } }
        : ok([0, 1, 2, 3].map(picture))(call),
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isBroken = false;
    await userEvent.click(retry);
    await screen.findByText(/not offered/);
    expect(screen.queryByText('The images of this exam could not be loaded.')).toBeNull();
  });
});

describe('the views of a mammography', () => {
  const view = (index: number, side: 'left' | 'right', name: 'CC' | 'MLO', isTold = true) => ({
    ...picture(index),
    hanging: { side, side_told: true, view: name, view_told: isTold, mirrored: false },
  });

  it('hang in their places, and a missing one is named', async () => {
    const three = [view(0, 'left', 'CC'), view(1, 'right', 'MLO'), view(2, 'left', 'MLO', false)];
    show(breast, examOf('breast', 3), ok(three));
    await screen.findByText('Right CC is missing in this exam.');
    // Without pictures behind their links they are being opened, or could not be.
    const names = screen
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replace(/^(Opening the view…|This view .*Retry)/, ''));
    expect(names).toEqual(['Right CC is missing in this exam.', 'L CC', 'R MLO', 'L MLO ?']);
    expect(
      screen.getByText(/told from the picture, not from the file: Left MLO\. Please check/),
    ).toBeDefined();
  });

  it('are drawn in one at a time, chosen by name', async () => {
    const drawing = { picture: (at: number) => <p>Drawing on {at}</p>, leave: (go: () => void) => go() };
    show(breast, examOf('breast', 2), ok([view(0, 'left', 'CC'), view(1, 'left', 'MLO')]), { drawing });
    await userEvent.click(await screen.findByRole('radio', { name: 'L MLO' }));
    expect(screen.getByText('Drawing on 1')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Views' })).toBeNull();
  });

  it('are shown alone by their keys, and together again', async () => {
    const two = [view(0, 'left', 'CC'), view(1, 'left', 'MLO')];
    show(breast, examOf('breast', 2), ok(two));
    const first = await screen.findByRole('group', { name: 'Left CC' });
    first.focus();
    fireEvent.keyDown(first, { key: '4' });
    expect(screen.queryByRole('group', { name: 'Left CC' })).toBeNull();
    const second = screen.getByRole('group', { name: 'Left MLO' });
    expect(document.activeElement).toBe(second);
    // No view hangs at the first place.
    fireEvent.keyDown(second, { key: '1' });
    expect(screen.queryByRole('group', { name: 'Left CC' })).toBeNull();
    fireEvent.keyDown(second, { key: '4' });
    expect(screen.getByRole('group', { name: 'Left CC' })).toBeDefined();
  });

  it('are read in turn: CC, MLO, right, left and all, as far as there are two', async () => {
    const all = [view(0, 'right', 'CC'), view(1, 'left', 'CC'), view(2, 'left', 'MLO')];
    show(breast, examOf('breast', 3), ok(all));
    const shown = () => screen.getAllByRole('group', { name: /CC|MLO/ }).map((each) => each.ariaLabel);
    const next = () =>
      fireEvent.keyDown(screen.getAllByRole('group', { name: /CC|MLO/ })[0] as Element, { key: ' ' });
    await screen.findByRole('group', { name: 'Left CC' });
    expect(screen.queryByRole('radio', { name: 'MLO' })).toBeNull();
    next();
    expect(shown()).toEqual(['Right CC', 'Left CC']);
    next();
    expect(shown()).toEqual(['Left CC', 'Left MLO']);
    next();
    expect(shown()).toEqual(['Right CC', 'Left CC', 'Left MLO']);
  });
});

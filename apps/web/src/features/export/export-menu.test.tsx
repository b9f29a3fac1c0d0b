import { manifestOf } from '@second-read/analyses/manifests';
import { exportForms } from '@second-read/contract/reports';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeRoute, fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { exportMenu } from './export-forms.ts';

const base = '/api/breast_segmentation/reports/breast-7/export';
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const element = <ExportMenu manifest={manifestOf('breast')} reportId="breast-7" />;
const ofLung = <ExportMenu manifest={manifestOf('lung')} reportId="lung-7" />;

function open(routes: Record<string, FakeRoute>) {
  const calls = fakeServer(routes);
  renderApp([{ path: '/', element }], '/');
  return calls;
}

const choose = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('the export menu', () => {
  it('offers every form that the server makes', () => {
    const offered = exportMenu.flatMap(({ entries }) => entries.map(({ form }) => form));
    expect(offered.toSorted()).toEqual(exportForms.toSorted());
  });

  it('offers the CAD report of mammography for breast alone', async () => {
    for (const [shown, isOffered] of [
      [element, true],
      [ofLung, false],
    ] as const) {
      renderApp([{ path: '/', element: shown }], '/');
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await screen.findByRole('menuitem', { name: /^Segmentation/ });
      expect(screen.queryByRole('menuitem', { name: /^Mammography CAD/ }) !== null).toBe(isOffered);
      cleanup();
    }
  });

  it('offers of an exam the segmentation of its slices, but no form of a single image', async () => {
    for (const [shown, isOffered] of [
      [<ExportMenu key="lung" {...ofLung.props} isExam />, true],
      [<ExportMenu key="breast" {...element.props} isExam />, false],
    ] as const) {
      renderApp([{ path: '/', element: shown }], '/');
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await screen.findByRole('menuitem', { name: /^Structured report/ });
      expect(screen.queryByRole('menuitem', { name: /^Segmentation/ }) !== null).toBe(isOffered);
      expect(screen.queryByRole('menuitem', { name: /^Secondary capture/ })).toBeNull();
      cleanup();
    }
  });

  it('offers key images where the reader chose some', async () => {
    for (const hasKeyImages of [true, false]) {
      renderApp([{ path: '/', element: <ExportMenu {...element.props} {...{ hasKeyImages }} /> }], '/');
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await screen.findByRole('menuitem', { name: /^Encapsulated PDF/ });
      expect(screen.queryByRole('menuitem', { name: /^Key images/ }) !== null).toBe(hasKeyImages);
      cleanup();
    }
  });

  it('saves the chosen form', async () => {
    const calls = open({ [`GET ${base}/dicom-sr/`]: ok('file') });
    await choose(/Structured report/);
    await vi.waitFor(() => expect(saved).toEqual(['breast-7.dicom-sr']));
    expect(calls).toEqual([`GET ${base}/dicom-sr/`]);
  });

  it('opens and works by the keyboard alone', async () => {
    open({ [`GET ${base}/dicom-seg/`]: ok('file') });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menu');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await vi.waitFor(() => expect(saved).toEqual(['breast-7.dicom-seg']));
  });

  it('says why there is no file, and saves none', async () => {
    const error = 'The analysis marked no region in this image.';
    open({ [`GET ${base}/dicom-seg/`]: () => ({ status: 422, body: { error, code: 'not_exportable' } }) });
    await choose(/Segmentation/);
    expect((await screen.findByRole('alert')).textContent).toBe(error);
    expect(saved).toEqual([]);
  });
});

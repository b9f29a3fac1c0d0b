// @vitest-environment jsdom
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { OpinionFindings } from './OpinionFindings.tsx';

afterEach(() => {
  cleanup();
  images = undefined;
});

const types = [
  { type: 'mass', label: 'Mass', descriptors: [], measurements: [], hasSide: true },
  { type: 'calcification', label: 'Calcification', descriptors: [], measurements: [], hasSide: true },
] as unknown as Parameters<typeof OpinionFindings>[0]['types'];

let images: Parameters<typeof OpinionFindings>[0]['images'];

function Lines() {
  const [findings, setFindings] = useState<Opinion['findings']>([
    { type: 'mass', side: 'left' },
    { type: 'calcification', side: null },
  ]);
  const change = (next: readonly Opinion['findings'][number][]) => setFindings([...next]);
  return (
    <OpinionFindings
      types={types}
      images={images}
      findings={findings}
      active={0}
      onActive={() => {}}
      onChange={change}
    />
  );
}

it('brings a removed line back in its place, with its side', async () => {
  renderApp([{ path: '/', Component: Lines }], '/');
  await userEvent.click(screen.getByRole('button', { name: 'Remove 1. Mass' }));
  expect(screen.queryByText('1. Mass')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('1. Mass')).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Side of 1. Mass' }) as HTMLSelectElement).value).toBe('left');
});

it('says which image shows a finding as viewers call it: the one on the screen when it was added', async () => {
  images = { shown: 2, nameOf: (slice) => `slice ${slice + 1} (image ${slice + 34})` };
  renderApp([{ path: '/', Component: Lines }], '/');
  const [mass] = screen.getAllByRole('listitem');
  expect(mass?.textContent).toContain('Image not stated');
  await userEvent.click(screen.getByRole('button', { name: 'Move 1. Mass to slice 3 (image 36)' }));
  expect(mass?.textContent).toContain('Slice 3 (image 36)');
  expect(screen.queryByRole('button', { name: /^Move 1/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add to your opinion' }));
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toContain('Slice 3 (image 36)');
});

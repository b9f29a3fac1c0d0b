// @vitest-environment jsdom
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { OpinionFindings } from './OpinionFindings.tsx';

afterEach(cleanup);

const types = [
  { type: 'mass', label: 'Mass', descriptors: [], measurements: [], hasSide: true },
  { type: 'calcification', label: 'Calcification', descriptors: [], measurements: [], hasSide: true },
] as unknown as Parameters<typeof OpinionFindings>[0]['types'];

function Lines() {
  const [findings, setFindings] = useState<Opinion['findings']>([
    { type: 'mass', side: 'left' },
    { type: 'calcification', side: null },
  ]);
  const change = (next: readonly Opinion['findings'][number][]) => setFindings([...next]);
  return (
    <OpinionFindings
      types={types}
      slices={0}
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

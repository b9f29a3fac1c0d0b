import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { PaneBoundary } from './PaneBoundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const canvas = { isBroken: false };

function Viewer() {
  if (canvas.isBroken) throw new Error('no canvas');
  return <p>Slice 1</p>;
}

it('an error stays in its pane, with a way to try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  canvas.isBroken = true;
  const element = (
    <>
      <p>An unsaved review</p>
      <PaneBoundary what="The images">
        <Viewer />
      </PaneBoundary>
    </>
  );
  renderApp([{ path: '/', element }], '/');
  expect(await screen.findByText('An unsaved review')).toBeDefined();
  expect(screen.getByText('The images could not be shown in this browser.')).toBeDefined();
  canvas.isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('Slice 1')).toBeDefined();
});

// @vitest-environment jsdom

import type { MaskBox } from '@second-read/contract/analyses';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { MaskEditor } from './MaskEditor.tsx';

afterEach(cleanup);

const picture = { width: 100, height: 80, preview: '' };
const first: MaskBox = { x: 10, y: 10, width: 20, height: 10 };

function Editor() {
  const [boxes, setBoxes] = useState<readonly MaskBox[]>([first]);
  return (
    <MaskEditor picture={picture} boxes={boxes} onBoxes={setBoxes}>
      <output>{JSON.stringify(boxes)}</output>
    </MaskEditor>
  );
}

it('takes back a removed box and an added one, step by step', async () => {
  renderApp([{ path: '/', Component: Editor }], '/');
  const undo = screen.getByRole('button', { name: 'Undo' }) as HTMLButtonElement;
  expect(undo.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Add box' }));
  screen.getByRole('button', { name: /^Box 1 of 2/ }).focus();
  await userEvent.keyboard('{Delete}');
  expect(screen.getByText('1 box')).toBeTruthy();
  await userEvent.click(undo);
  expect(screen.getByText('2 boxes')).toBeTruthy();
  await userEvent.click(undo);
  expect(screen.getByText(JSON.stringify([first]))).toBeTruthy();
  expect(undo.disabled).toBe(true);
});

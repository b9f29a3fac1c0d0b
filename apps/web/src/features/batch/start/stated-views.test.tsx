// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { StatedViews, type UntoldView } from './StatedViews.tsx';
import { untoldViews, withViews } from './untold-views.ts';

afterEach(cleanup);

const shows = (name: string, told: { side: 'left' | null; view: 'CC' | null }) => ({
  shows: { name, ...told, isViewTold: told.view !== null },
});

let statement: ReturnType<typeof withViews>;

const files = [
  shows('IM1', { side: 'left', view: 'CC' }),
  shows('IM2', { side: 'left', view: null }),
  shows('R_MLO', { side: null, view: null }),
];

function Question() {
  const [views, setViews] = useState<readonly UntoldView[]>(() => untoldViews(files));
  statement = withViews(undefined, views);
  return <StatedViews views={views} onChange={setViews} />;
}

it('asks for what the files do not say, starting from what their names suggest', async () => {
  renderApp([{ path: '/', element: <Question /> }], '/');
  expect(screen.getByText(/^2 files do not say/)).toBeTruthy();
  expect(screen.queryByLabelText('Side of IM1')).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Side of IM2').disabled).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>('Side of R_MLO').value).toBe('right');
  await userEvent.selectOptions(screen.getByLabelText('View of IM2'), 'MLO');
  await userEvent.selectOptions(screen.getByLabelText('View of R_MLO'), 'As the picture shows');
  expect(statement).toEqual({
    views: [
      { slice: 2, side: null, view: 'MLO' },
      { slice: 3, side: 'right', view: null },
    ],
  });
});

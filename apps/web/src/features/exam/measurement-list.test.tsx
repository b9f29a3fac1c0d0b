import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StackLook } from '../../stage/look/stack-look.ts';
import { newMeasurement } from '../../stage/measuring/measurement-shape.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { MeasurementList } from './MeasurementList.tsx';

afterEach(cleanup);

const look = new StackLook();
const shown: string[] = [];

function Shown() {
  return (
    <MeasurementList
      look={look}
      nameOf={(key) => `Slice ${key}`}
      shown="2"
      onShow={(key) => shown.push(key)}
    />
  );
}

it('lists what was measured by its image, leads there, and deletes one', async () => {
  renderApp([{ path: '/', Component: Shown }], '/');
  expect(screen.queryByRole('list')).toBeNull();
  for (const [key, words] of [
    ['1', '12.0 mm'],
    ['2', '30.5 mm'],
  ] as const) {
    const made = newMeasurement('length', []);
    look.measurements.put(key, made);
    look.measurements.name(new Map([[made.id, words]]));
  }
  await userEvent.click(await screen.findByRole('button', { name: /^12\.0 mm/ }));
  expect(shown).toEqual(['1']);
  await userEvent.click(screen.getByRole('button', { name: 'Delete the measurement 12.0 mm, Slice 1' }));
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['30.5 mmSlice 2']);
  expect(look.measurements.on('1')).toEqual([]);
});

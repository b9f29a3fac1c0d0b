import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { StackLook } from '../look/stack-look.ts';
import { type Measurement, newMeasurement } from '../measuring/measurement-shape.ts';
import type { Picture } from '../source/picture.ts';
import { Stage } from '../stage.ts';
import { ArrowText } from './ArrowText.tsx';

const picture: Picture = {
  ...{ kind: 'grey', unit: 'HU', id: 'p', width: 2, height: 2, window: { centre: 0, width: 1 } },
  samples: new Uint8Array(4),
};
let stage: Stage;
let look: StackLook;
let keys: string[];

/** A stage with an arrow on its image whose text is being written. */
function write(text?: string): Measurement {
  const drawn = newMeasurement('arrow', [
    [0, 0],
    [2, 2],
  ]);
  const arrow = text === undefined ? drawn : { ...drawn, text };
  look = new StackLook();
  stage = new Stage(document.createElement('canvas'), { onRender: () => {}, onMeasurements: () => {} });
  stage.show(picture, { look, key: 'slice-1' });
  look.measurements.put('slice-1', arrow);
  look.measurements.written = arrow.id;
  const element = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as the image that its keys move
    <div role="application" tabIndex={0} onKeyDown={({ key }) => keys.push(key)}>
      <ArrowText stage={stage} id={arrow.id} />
    </div>
  );
  renderApp([{ path: '/', element }], '/');
  return arrow;
}

const written = () => look.measurements.on('slice-1').map(({ text }) => text);

beforeEach(() => {
  keys = [];
});

afterEach(() => {
  stage.destroy();
  cleanup();
});

it('keeps each letter of an arrow at once, none of which is a key of the image', async () => {
  const arrow = write();
  const field = await screen.findByRole('textbox', { name: 'Text of the arrow' });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('clip');
  expect(written()).toEqual(['clip']);
  expect(look.measurements.written).toBe(arrow.id);
  await userEvent.keyboard('{Enter}');
  expect(look.measurements.written).toBeNull();
  expect(keys).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('application'));
});

it('brings back what was written before, and removes an arrow that had no text, with Escape', async () => {
  write('node');
  await screen.findByRole('textbox');
  await userEvent.keyboard('s{Escape}');
  expect(written()).toEqual(['node']);
  cleanup();
  write();
  await screen.findByRole('textbox');
  await userEvent.keyboard('x{Escape}');
  expect(written()).toEqual([]);
});

import { expect, it } from 'vitest';
import { classColours, regionPixels } from './paint-regions.ts';

it('the regions of findings are laid over the plane, and nothing else is', () => {
  const labels = { width: 2, height: 1, data: Uint8Array.from([1, 3]) };
  const colours = classColours([{ colour: '#FF0032', classes: [3] }]);
  expect([...regionPixels(labels, colours, 0.4)]).toEqual([0, 0, 0, 0, 255, 0, 50, 102]);
});

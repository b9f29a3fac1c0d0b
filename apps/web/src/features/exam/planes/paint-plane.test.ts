import { expect, it } from 'vitest';
import { classColours, paintPlane } from './paint-plane.ts';

it('a plane is grey, and the regions of findings are laid over it', () => {
  const picture = { width: 2, height: 1, data: Uint8Array.from([100, 100]) };
  const labels = { width: 2, height: 1, data: Uint8Array.from([1, 3]) };
  const colours = classColours([{ colour: '#FF0032', classes: [3] }]);
  expect([...paintPlane(picture, labels, colours)]).toEqual([100, 100, 100, 255, 162, 60, 80, 255]);
  expect([...paintPlane(picture, undefined, colours)].slice(4)).toEqual([100, 100, 100, 255]);
});

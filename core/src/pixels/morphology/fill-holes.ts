import type { Mask } from '../plane.ts';
import { keepComponents } from '../regions/component-mask.ts';
import { connectedComponents } from '../regions/connected-components.ts';
import { invert } from '../regions/mask-logic.ts';

/**
 * Fills background that does not reach the border of the picture (over 4 neighbours), up to `largestHole`
 * pixels.
 */
export function fillHoles(mask: Mask, largestHole = Number.POSITIVE_INFINITY): Mask {
  const { width, height } = mask;
  const background = keepComponents(connectedComponents(invert(mask), 4), ({ box, area }) => {
    const touches =
      box.x === 0 || box.y === 0 || box.x + box.width === width || box.y + box.height === height;
    return touches || area > largestHole;
  });
  return invert(background);
}

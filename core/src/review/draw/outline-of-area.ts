import { borderLoops } from '../../pixels/regions/border-loops.ts';
import { connectedComponents } from '../../pixels/regions/connected-components.ts';
import { crossesItself } from '../../pixels/regions/self-crossing.ts';
import { simplifyPolygon } from '../../pixels/regions/simplify-polygon.ts';
import type { Outline } from '../../reading/outline.ts';
import { maxKeptVertices } from '../change.ts';
import type { Area } from './area.ts';

/** Half a pixel: the outline does not leave the pixels that were drawn. */
const tolerances = [0.5, 1, 2, 4, 8] as const;

export interface DrawnOutline {
  /** Closed, in pixels of the picture; of the largest part, without its holes. */
  readonly outline: Outline;
  /** How many parts the area has. */
  readonly parts: number;
}

/** One closed line around the largest part of an area, of as many vertices as are kept. */
export function outlineOfArea({ box, mask }: Area): DrawnOutline {
  const { components, labels } = connectedComponents(mask);
  const largest = components.toSorted((a, b) => b.area - a.area)[0];
  if (largest === undefined) throw new Error('an area without a pixel');
  const [border = []] = borderLoops(labels, largest.label);
  const loop = border.map(({ x, y }) => ({ x: box.x + x, y: box.y + y }));
  return { outline: simplified(loop), parts: components.length };
}

/** A shortcut across a narrow bay can cross another: then, or where too many are left, the next is tried. */
function simplified(loop: Outline): Outline {
  const tries = tolerances.map((tolerance) => () => simplifyPolygon(loop, tolerance));
  for (const attempt of tries) {
    const simple = attempt();
    if (simple.length >= 3 && simple.length <= maxKeptVertices && !crossesItself(simple)) return simple;
  }
  return loop;
}

import { crossesItself } from '../pixels/regions/self-crossing.ts';
import type { Outline, Point } from '../reading/outline.ts';
import type { Change } from './change.ts';

/** Up to so many vertices an outline stays as it was drawn. */
const asDrawn = 200;
/** In pixels: less than anyone draws on purpose. */
const tolerance = 0.25;
/** So many vertices in a row are left out at the most, which keeps the work in proportion to the outline. */
const longestRun = 32;

/** The change with outlines of as few vertices as show the same to a quarter of a pixel. */
export function withThinOutlines(change: Change): Change {
  if (change.kind === 'outline') return { ...change, to: thinned(change.to) };
  const outline = change.kind === 'add' ? change.finding.outline : undefined;
  if (change.kind !== 'add' || outline === undefined) return change;
  return { ...change, finding: { ...change.finding, outline: thinned(outline) } };
}

/** Without vertices on the line between their neighbors; unchanged where it would then cross itself. */
export function thinned(outline: Outline): Outline {
  if (outline.length <= asDrawn) return outline;
  const kept: Point[] = [];
  let [anchor, run] = [outline[0], [] as Point[]];
  for (const [at, point] of outline.entries()) {
    const next = outline[at + 1];
    const goes =
      at > 0 &&
      next !== undefined &&
      anchor !== undefined &&
      run.length < longestRun &&
      isOnLine(anchor, next, [...run, point]);
    if (goes) run.push(point);
    else {
      kept.push(point);
      [anchor, run] = [point, []];
    }
  }
  return kept.length >= 3 && kept.length < outline.length && !crossesItself(kept) ? kept : outline;
}

function isOnLine(from: Point, to: Point, between: readonly Point[]): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  return between.every(({ x, y }) => {
    const along =
      square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square));
    return Math.hypot(x - from.x - along * dx, y - from.y - along * dy) <= tolerance;
  });
}

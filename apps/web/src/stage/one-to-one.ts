import type { Stage } from './stage.ts';

/**
 * Shows one pixel of the image, the shorter side of an oblong one, as one of the screen, and on the screen's
 * grid: nothing is left out or smoothed.
 */
export function showOneToOne(stage: Stage): void {
  const [view, matrix] = [stage.view(), stage.matrix()];
  if (!view || !matrix) return;
  const [a, b, c, d] = matrix;
  const shown = Math.min(Math.hypot(a, b), Math.hypot(c, d)) * devicePixelRatio;
  stage.look({ ...view, zoom: view.zoom / shown });
  const [, , , , x, y] = stage.matrix() ?? matrix;
  stage.panBy(toGrid(x) - x, toGrid(y) - y);
}

/** The nearest place of a pixel of the screen, in CSS pixels. */
function toGrid(at: number): number {
  return Math.round(at * devicePixelRatio) / devicePixelRatio;
}

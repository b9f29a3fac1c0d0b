import type { GreyPlane } from '../pixels/plane.ts';
import type { Row } from './rows.ts';

/**
 * What tells a line of text: its letters are of one height, stand on one line, have strokes of one breadth
 * and one brightness on a quiet ground. All of them without unit; the order is that of the weights.
 */
export function rowFeatures({ box, glyphs }: Row, level: GreyPlane, detail: GreyPlane): number[] {
  const heights = glyphs.map((glyph) => glyph.bottom - glyph.top);
  const height = middle(heights);
  const strokes = glyphs.map((glyph) => glyph.stroke);
  const stroke = middle(strokes);
  const contrasts = glyphs.map((glyph) => glyph.contrast);
  const contrast = middle(contrasts);
  const fills = glyphs.map((glyph) => glyph.area / ((glyph.right - glyph.left) * (glyph.bottom - glyph.top)));
  const bottoms = glyphs.map((glyph) => glyph.bottom);
  const tops = glyphs.map((glyph) => glyph.top);
  const ground = groundOf(box, level, detail, contrast / 2);
  return [
    Math.log(glyphs.length),
    Math.log(box.width / box.height),
    spread(heights, height) / height,
    spread(bottoms, middle(bottoms)) / height,
    spread(tops, middle(tops)) / height,
    Math.log(stroke / height),
    spread(strokes, stroke) / stroke,
    spread(contrasts, contrast) / contrast,
    contrast / 255,
    middle(fills),
    glyphs.reduce((sum, glyph) => sum + glyph.right - glyph.left, 0) / box.width,
    box.height / height,
    ground.spread / contrast,
    ground.inkSpread / contrast,
    Math.log(height),
  ];
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Mean distance from the middle. */
function spread(values: readonly number[], from: number): number {
  return values.reduce((sum, value) => sum + Math.abs(value - from), 0) / values.length;
}

/** Deviation of the brightness of what is ink in the box, and of what is not. */
function groundOf(
  { x, y, width, height }: Row['box'],
  level: GreyPlane,
  detail: GreyPlane,
  threshold: number,
): { spread: number; inkSpread: number } {
  const sums = { ink: [0, 0, 0], ground: [0, 0, 0] };
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = row * level.width + column;
      const value = level.data[at] ?? 0;
      const sum = (detail.data[at] ?? 0) >= threshold ? sums.ink : sums.ground;
      sum[0] = (sum[0] ?? 0) + 1;
      sum[1] = (sum[1] ?? 0) + value;
      sum[2] = (sum[2] ?? 0) + value * value;
    }
  }
  return { spread: deviation(sums.ground), inkSpread: deviation(sums.ink) };
}

function deviation([count = 0, sum = 0, squares = 0]: readonly number[]): number {
  if (count === 0) return 0;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

import type { GreyPlane } from '../pixels/plane.ts';

/** A connected blot that has the size and shape of a letter or of a few that touch. */
export interface Glyph {
  readonly left: number;
  readonly top: number;
  /** Exclusive. */
  readonly right: number;
  readonly bottom: number;
  readonly area: number;
  /** Twice the area by the length of its edge: how broad its strokes are. */
  readonly stroke: number;
  /** Mean height above its surroundings. */
  readonly contrast: number;
}

/** Pixels; smaller is noise, larger is found in the picture made smaller. */
const min = 6;
const tallest = 44;
const widest = 220;
const minFill = 0.1;

/**
 * Blots of at least `threshold`, joined over 8 neighbours, that may be letters. One pass; what is too large
 * is walked and forgotten.
 */
export function findGlyphs({ width, height, data }: GreyPlane, threshold: number): Glyph[] {
  const seen = new Uint8Array(data.length);
  const stack = new Int32Array(data.length);
  const glyphs: Glyph[] = [];
  const isInk = (at: number) => (data[at] ?? 0) >= threshold;
  for (let start = 0; start < data.length; start++) {
    if (seen[start] !== 0 || !isInk(start)) continue;
    let [left, right, top, bottom] = [width, 0, height, 0];
    let area = 0;
    let edge = 0;
    let sum = 0;
    let depth = 1;
    stack[0] = start;
    seen[start] = 1;
    while (depth > 0) {
      const at = stack[--depth] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      area++;
      sum += data[at] ?? 0;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      const [fromX, toX] = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0];
      const [fromY, toY] = [y > 0 ? -1 : 0, y < height - 1 ? 1 : 0];
      for (let dy = fromY; dy <= toY; dy++) {
        for (let dx = fromX; dx <= toX; dx++) {
          const next = at + dy * width + dx;
          if (isInk(next)) {
            if (seen[next] === 0) {
              seen[next] = 1;
              stack[depth++] = next;
            }
          } else if (dx === 0 || dy === 0) edge++;
        }
      }
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    if (h < min || h > tallest || w > widest || area < min || area < minFill * w * h) continue;
    glyphs.push({
      left,
      top,
      right: right + 1,
      bottom: bottom + 1,
      area,
      stroke: (2 * area) / Math.max(1, edge),
      contrast: sum / area,
    });
  }
  return glyphs;
}

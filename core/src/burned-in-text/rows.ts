import type { Box } from '../pixels/plane.ts';
import type { Glyph } from './glyphs.ts';

/** Letters side by side, and what tells a line of text from anything else. */
export interface Row {
  readonly box: Box;
  readonly glyphs: readonly Glyph[];
}

/** Letters of one line differ so much in height at most: x against X, and a little. */
const maxHeightRatio = 1.9;
/** Between letters and words, in heights. */
const widestGap = 1.3;
/** Share of the lower letter's height by which two must overlap. */
const minOverlap = 0.55;

/** Joins letters that stand side by side. Rows of one blot stay out unless it is as wide as a word. */
export function findRows(glyphs: readonly Glyph[]): Row[] {
  const sorted = [...glyphs].sort((a, b) => a.left - b.left);
  const parents = sorted.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  for (const [i, glyph] of sorted.entries()) {
    const reach = glyph.right + widestGap * (glyph.bottom - glyph.top) * maxHeightRatio;
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j];
      if (other === undefined || other.left > reach) break;
      if (isBeside(glyph, other)) parents[root(j)] = root(i);
    }
  }
  const rows = new Map<number, Glyph[]>();
  for (const [i, glyph] of sorted.entries()) rows.set(root(i), [...(rows.get(root(i)) ?? []), glyph]);
  return [...rows.values()].filter(isLongEnough).map((members) => ({ box: boxOf(members), glyphs: members }));
}

function isBeside(a: Glyph, b: Glyph): boolean {
  const [heightA, heightB] = [a.bottom - a.top, b.bottom - b.top];
  const [low, high] = [Math.min(heightA, heightB), Math.max(heightA, heightB)];
  if (high > low * maxHeightRatio || b.left - a.right > widestGap * high) return false;
  if (Math.min(a.contrast, b.contrast) < 0.5 * Math.max(a.contrast, b.contrast)) return false;
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= minOverlap * low;
}

function isLongEnough(members: readonly Glyph[]): boolean {
  const { width, height } = boxOf(members);
  return width >= 1.6 * height;
}

function boxOf(members: readonly Glyph[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const glyph of members) {
    left = Math.min(left, glyph.left);
    top = Math.min(top, glyph.top);
    right = Math.max(right, glyph.right);
    bottom = Math.max(bottom, glyph.bottom);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

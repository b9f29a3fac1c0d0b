import type { Box, Mask, Plane } from '../plane.ts';
import { wordsOf } from './mask-words.ts';

export interface Component {
  /** Its number in the label plane, from 1. */
  readonly label: number;
  /** In pixels. */
  readonly area: number;
  readonly box: Box;
  readonly centroid: { readonly x: number; readonly y: number };
}

export interface Components {
  /** 0 outside, the component's number inside. */
  readonly labels: Plane<Int32Array>;
  /** In the order of their first pixel, row by row: `components[label - 1]`. */
  readonly components: readonly Component[];
}

/**
 * Connected components of the non-zero pixels, joined over 4 or 8 neighbours: stretches of a row are joined
 * with those of the row above by union-find.
 */
export function connectedComponents(mask: Mask, connectivity: 4 | 8 = 8): Components {
  const { width, height } = mask;
  const stretches = stretchesOf(mask);
  const parents = joined(stretches, connectivity === 4 ? 0 : 1);
  const labels = { width, height, data: new Int32Array(width * height) };
  return { labels, components: numberAndMeasure(stretches, parents, labels) };
}

/** Non-zero pixels side by side in one row: `ends[n]` is the column of the last. */
interface Stretches {
  readonly rows: number[];
  readonly starts: number[];
  readonly ends: number[];
}

function stretchesOf({ width, height, data }: Mask): Stretches {
  const found: Stretches = { rows: [], starts: [], ends: [] };
  const words = wordsOf(data);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const end = row + width;
    let i = row;
    for (;;) {
      while (i < end && data[i] === 0) i += (i & 3) === 0 && words[i >> 2] === 0 ? 4 : 1;
      if (i >= end) break;
      found.rows.push(y);
      found.starts.push(i - row);
      while (i < end && data[i] !== 0) i++;
      found.ends.push(i - row - 1);
    }
  }
  return found;
}

/** The sets of touching stretches; `aslant` is 1 where corners touch. The first of a set is its root. */
function joined({ rows, starts, ends }: Stretches, aslant: 0 | 1): Int32Array {
  const parents = new Int32Array(rows.length);
  let above = 0;
  for (let n = 0; n < parents.length; n++) {
    parents[n] = n;
    const y = rows[n] ?? 0;
    while ((rows[above] ?? 0) < y - 1) above++;
    // Stretches above that end before this one begins touch no later one of this row either.
    while (above < n && rows[above] === y - 1 && (ends[above] ?? 0) + aslant < (starts[n] ?? 0)) above++;
    const last = (ends[n] ?? 0) + aslant;
    for (let k = above; k < n && rows[k] === y - 1 && (starts[k] ?? 0) <= last; k++) join(parents, k, n);
  }
  return parents;
}

function find(parents: Int32Array, stretch: number): number {
  let current = stretch;
  for (;;) {
    const parent = parents[current] ?? current;
    if (parent === current) return current;
    const grandparent = parents[parent] ?? parent;
    parents[current] = grandparent;
    current = grandparent;
  }
}

function join(parents: Int32Array, a: number, b: number): void {
  const rootA = find(parents, a);
  const rootB = find(parents, b);
  parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}

/** Numbers the sets in the order of their first pixel, and paints and measures them on the way. */
function numberAndMeasure(
  { rows, starts, ends }: Stretches,
  parents: Int32Array,
  { width, data }: Plane<Int32Array>,
): Component[] {
  const numbers = new Int32Array(parents.length);
  const found: Extent[] = [];
  for (let n = 0; n < parents.length; n++) {
    const [y, start, end] = [rows[n] ?? 0, starts[n] ?? 0, ends[n] ?? 0];
    const root = find(parents, n);
    if (numbers[root] === 0) {
      found.push({ area: 0, left: width, right: -1, top: y, bottom: y, sumX: 0, sumY: 0 });
      numbers[root] = found.length;
    }
    const number = numbers[root] ?? 0;
    data.fill(number, y * width + start, y * width + end + 1);
    const extent = found[number - 1];
    if (extent !== undefined) widen(extent, { start, end, y });
  }
  return found.map(({ area, left, right, top, bottom, sumX, sumY }, index) => ({
    label: index + 1,
    area,
    box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
    centroid: { x: sumX / area, y: sumY / area },
  }));
}

interface Extent {
  area: number;
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  sumX: number;
  sumY: number;
}

function widen(extent: Extent, { start, end, y }: { start: number; end: number; y: number }): void {
  const length = end - start + 1;
  extent.area += length;
  extent.sumX += ((start + end) * length) / 2;
  extent.sumY += y * length;
  if (start < extent.left) extent.left = start;
  if (end > extent.right) extent.right = end;
  extent.bottom = y;
}

import type { Box, Mask, Plane } from '../plane.ts';

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

/** Connected components of the non-zero pixels, joined over 4 or 8 neighbours. Two passes with union-find. */
export function connectedComponents(mask: Mask, connectivity: 4 | 8 = 8): Components {
  const { width, height } = mask;
  const labels = new Int32Array(width * height);
  const parents = connectivity === 4 ? joinOverFour(mask, labels) : joinOverEight(mask, labels);
  const plane = { width, height, data: labels };
  return { labels: plane, components: numberAndMeasure(plane, parents) };
}

function find(parents: number[], label: number): number {
  let current = label;
  for (;;) {
    const parent = parents[current] ?? current;
    if (parent === current) return current;
    const grandparent = parents[parent] ?? parent;
    parents[current] = grandparent;
    current = grandparent;
  }
}

function join(parents: number[], a: number, b: number): number {
  const rootA = find(parents, a);
  const rootB = find(parents, b);
  const min = Math.min(rootA, rootB);
  parents[Math.max(rootA, rootB)] = min;
  return min;
}

/** Writes provisional labels, whose sets are the components; returns the sets. */
function joinOverFour({ width, height, data }: Mask, labels: Int32Array): number[] {
  const parents = [0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue;
      const west = x > 0 ? (labels[i - 1] ?? 0) : 0;
      const north = y > 0 ? (labels[i - width] ?? 0) : 0;
      labels[i] = oneLabel(parents, west, north);
    }
  }
  return parents;
}

/** The same; what touches the pixel above has been joined with it before. */
function joinOverEight({ width, height, data }: Mask, labels: Int32Array): number[] {
  const parents = [0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue;
      const north = y > 0 ? (labels[i - width] ?? 0) : 0;
      if (north !== 0) {
        labels[i] = north;
        continue;
      }
      const west = x > 0 ? (labels[i - 1] ?? 0) : 0;
      const northWest = y > 0 && x > 0 ? (labels[i - width - 1] ?? 0) : 0;
      const northEast = y > 0 && x < width - 1 ? (labels[i - width + 1] ?? 0) : 0;
      labels[i] = oneLabel(parents, west === 0 ? northWest : west, northEast);
    }
  }
  return parents;
}

/**
 * The label of a pixel between two neighbours, 0 for none: joined where both have one, new where neither has.
 */
function oneLabel(parents: number[], a: number, b: number): number {
  if (a === 0 && b === 0) return parents.push(parents.length) - 1;
  if (a === 0 || b === 0 || a === b) return a === 0 ? b : a;
  return join(parents, a, b);
}

/** Numbers the sets in the order of their first pixel, stretch by stretch, and measures them on the way. */
function numberAndMeasure({ width, height, data }: Plane<Int32Array>, parents: number[]): Component[] {
  const numbers = new Int32Array(parents.length);
  const found: Extent[] = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const label = data[row + x] ?? 0;
      if (label === 0) continue;
      const start = x;
      while (x + 1 < width && data[row + x + 1] !== 0) x++;
      const root = find(parents, label);
      if (numbers[root] === 0) {
        found.push({ area: 0, left: width, right: -1, top: y, bottom: y, sumX: 0, sumY: 0 });
        numbers[root] = found.length;
      }
      const number = numbers[root] ?? 0;
      data.fill(number, row + start, row + x + 1);
      const extent = found[number - 1];
      if (extent !== undefined) widen(extent, { start, end: x, y });
    }
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

import type { Box, Mask, Plane } from './plane.ts';

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
  const parents = firstPass(mask, labels, connectivity);
  const numbers = new Int32Array(parents.length);
  let count = 0;
  for (let i = 0; i < labels.length; i++) {
    const provisional = labels[i] ?? 0;
    if (provisional === 0) continue;
    const root = find(parents, provisional);
    if (numbers[root] === 0) numbers[root] = ++count;
    labels[i] = numbers[root] ?? 0;
  }
  const plane = { width, height, data: labels };
  return { labels: plane, components: measure(plane, count) };
}

function find(parents: Int32Array | number[], label: number): number {
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
  const least = Math.min(rootA, rootB);
  parents[Math.max(rootA, rootB)] = least;
  return least;
}

function firstPass(mask: Mask, labels: Int32Array, connectivity: 4 | 8): number[] {
  const { width, height, data } = mask;
  const parents = [0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (data[i] === 0) continue;
      let label = x > 0 ? (labels[i - 1] ?? 0) : 0;
      const from = connectivity === 8 && x > 0 ? -1 : 0;
      const to = connectivity === 8 && x < width - 1 ? 1 : 0;
      for (let dx = from; y > 0 && dx <= to; dx++) {
        const above = labels[i - width + dx] ?? 0;
        if (above !== 0 && above !== label) label = label === 0 ? above : join(parents, label, above);
      }
      if (label === 0) {
        label = parents.length;
        parents.push(label);
      }
      labels[i] = label;
    }
  }
  return parents;
}

function measure(labels: Plane<Int32Array>, count: number): Component[] {
  const { width, height, data } = labels;
  const [left, right] = [new Int32Array(count + 1).fill(width), new Int32Array(count + 1).fill(-1)];
  const [top, bottom] = [new Int32Array(count + 1).fill(height), new Int32Array(count + 1).fill(-1)];
  const areas = new Float64Array(count + 1);
  const sumsX = new Float64Array(count + 1);
  const sumsY = new Float64Array(count + 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const label = data[y * width + x] ?? 0;
      if (label === 0) continue;
      const start = x;
      while (x + 1 < width && data[y * width + x + 1] === label) x++;
      const length = x - start + 1;
      areas[label] = (areas[label] ?? 0) + length;
      sumsX[label] = (sumsX[label] ?? 0) + ((start + x) * length) / 2;
      sumsY[label] = (sumsY[label] ?? 0) + y * length;
      if (start < (left[label] ?? 0)) left[label] = start;
      if (x > (right[label] ?? 0)) right[label] = x;
      if (y < (top[label] ?? 0)) top[label] = y;
      bottom[label] = y;
    }
  }
  return Array.from({ length: count }, (_, index) => {
    const label = index + 1;
    const [area = 0, x = 0, y = 0] = [areas[label], left[label], top[label]];
    return {
      label,
      area,
      box: { x, y, width: (right[label] ?? 0) - x + 1, height: (bottom[label] ?? 0) - y + 1 },
      centroid: { x: (sumsX[label] ?? 0) / area, y: (sumsY[label] ?? 0) / area },
    };
  });
}

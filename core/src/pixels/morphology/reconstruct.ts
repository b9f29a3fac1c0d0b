import type { GreyPlane } from '../plane.ts';

/**
 * Morphological reconstruction by dilation over 8 neighbours: `marker` grows, never above `limit` (Vincent,
 * IEEE Trans Image Processing 2, 1993: raster scans, then a queue). `marker` must not exceed `limit`.
 */
export function reconstruct(marker: GreyPlane, limit: GreyPlane): GreyPlane {
  const { width, height } = marker;
  const out = marker.data.slice();
  const ceiling = limit.data;
  const spread = (i: number, from: number): void => {
    const value = Math.min(out[from] ?? 0, ceiling[i] ?? 0);
    if (value > (out[i] ?? 0)) out[i] = value;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x > 0) spread(i, i - 1);
      if (y > 0)
        for (let n = Math.max(0, x - 1); n <= Math.min(width - 1, x + 1); n++) spread(i, i - width - x + n);
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x;
      if (x < width - 1) spread(i, i + 1);
      if (y < height - 1) {
        for (let n = Math.max(0, x - 1); n <= Math.min(width - 1, x + 1); n++) spread(i, i + width - x + n);
      }
    }
  }
  settle({ width, height, data: out }, ceiling);
  return { width, height, data: out };
}

/** Carries on from every pixel that could still raise a neighbour. */
function settle(plane: GreyPlane, ceiling: Float32Array): void {
  const { width, height, data } = plane;
  const queue: number[] = [];
  for (let i = 0; i < data.length; i++) queue.push(i);
  for (let head = 0; head < queue.length; head++) {
    const i = queue[head] ?? 0;
    const x = i % width;
    const y = Math.floor(i / width);
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const n = ny * width + nx;
        const value = Math.min(data[i] ?? 0, ceiling[n] ?? 0);
        if (value > (data[n] ?? 0)) {
          data[n] = value;
          queue.push(n);
        }
      }
    }
  }
}

import { type Box, type GreyPlane, greyPlane, type Mask } from '../plane.ts';
import { boundsOf } from './bounds.ts';

const far = 1e20;

/**
 * Exact Euclidean distance, in pixels, from each pixel to the nearest pixel of value 0; 0 there.
 * Infinity throughout when the mask has no 0. Linear time (Felzenszwalb and Huttenlocher,
 * Theory of Computing 8, 2012).
 */
export function distanceTransform(mask: Mask): GreyPlane {
  const out = greyPlane(mask.width, mask.height);
  // A pixel's nearest 0 lies within the bounds of all others, one pixel widened.
  const box = boundsOf(mask, 1);
  if (box === undefined) return out;
  const { width, height } = box;
  const squared = squaredAlongColumns(mask, box);
  const parabolas = new Envelope(width);
  for (let y = 0; y < height; y++) {
    const row = squared.subarray(y * width, (y + 1) * width);
    parabolas.run(row);
    const to = (box.y + y) * mask.width + box.x;
    for (let x = 0; x < width; x++) {
      const value = row[x] ?? 0;
      out.data[to + x] = value >= far / 2 ? Number.POSITIVE_INFINITY : Math.sqrt(value);
    }
  }
  return out;
}

/** Squared distance to the nearest 0 in the same column of a box: down from one above, then up. */
function squaredAlongColumns(mask: Mask, box: Box): Float64Array {
  const { width, height } = box;
  const squared = new Float64Array(width * height);
  const since = new Float64Array(width).fill(Math.sqrt(far));
  for (let y = 0, i = 0; y < height; y++) {
    const from = (box.y + y) * mask.width + box.x;
    for (let x = 0; x < width; x++, i++) {
      const steps = mask.data[from + x] === 0 ? 0 : (since[x] ?? 0) + 1;
      since[x] = steps;
      squared[i] = steps * steps;
    }
  }
  // Up: what was 0 on the way down is 0.
  since.fill(Math.sqrt(far));
  for (let y = height - 1; y >= 0; y--) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const known = squared[row + x] ?? 0;
      const steps = known === 0 ? 0 : (since[x] ?? 0) + 1;
      since[x] = steps;
      if (steps * steps < known) squared[row + x] = steps * steps;
    }
  }
  return squared;
}

/** The lower envelope of parabolas along one row. */
class Envelope {
  private readonly values: Float64Array;
  private readonly vertices: Int32Array;
  private readonly bounds: Float64Array;

  constructor(longest: number) {
    this.values = new Float64Array(longest);
    this.vertices = new Int32Array(longest);
    this.bounds = new Float64Array(longest + 1);
  }

  /** In place. */
  run(row: Float64Array): void {
    const { values, vertices, bounds } = this;
    values.set(row);
    let k = 0;
    vertices[0] = 0;
    bounds[0] = Number.NEGATIVE_INFINITY;
    bounds[1] = Number.POSITIVE_INFINITY;
    for (let q = 1; q < row.length; q++) {
      let crossing = this.crossing(q, vertices[k] ?? 0);
      while (crossing <= (bounds[k] ?? 0)) crossing = this.crossing(q, vertices[--k] ?? 0);
      vertices[++k] = q;
      bounds[k] = crossing;
      bounds[k + 1] = Number.POSITIVE_INFINITY;
    }
    k = 0;
    for (let q = 0; q < row.length; q++) {
      while ((bounds[k + 1] ?? 0) < q) k++;
      const vertex = vertices[k] ?? 0;
      row[q] = (q - vertex) ** 2 + (values[vertex] ?? 0);
    }
  }

  private crossing(q: number, p: number): number {
    return ((this.values[q] ?? 0) + q * q - ((this.values[p] ?? 0) + p * p)) / (2 * q - 2 * p);
  }
}

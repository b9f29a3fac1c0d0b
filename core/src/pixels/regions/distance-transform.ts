import { type GreyPlane, greyPlane, type Mask } from '../plane.ts';

const far = 1e20;

/**
 * Exact Euclidean distance, in pixels, from each pixel to the nearest pixel of value 0; 0 there.
 * Infinity throughout when the mask has no 0. Linear time (Felzenszwalb and Huttenlocher,
 * Theory of Computing 8, 2012).
 */
export function distanceTransform(mask: Mask): GreyPlane {
  const { width, height } = mask;
  const squared = squaredAlongColumns(mask);
  const parabolas = new Envelope(width);
  const out = greyPlane(width, height);
  const { data } = out;
  for (let y = 0; y < height; y++) {
    const row = squared.subarray(y * width, (y + 1) * width);
    parabolas.run(row);
    for (let x = 0; x < width; x++) {
      const value = row[x] ?? 0;
      data[y * width + x] = value >= far / 2 ? Number.POSITIVE_INFINITY : Math.sqrt(value);
    }
  }
  return out;
}

/** Squared distance to the nearest 0 in the same column: down from one above, then up from one below. */
function squaredAlongColumns({ width, height, data }: Mask): Float64Array {
  const squared = new Float64Array(width * height);
  const since = new Float64Array(width).fill(Math.sqrt(far));
  for (let i = 0, x = 0; i < squared.length; i++, x = x + 1 < width ? x + 1 : 0) {
    const steps = data[i] === 0 ? 0 : (since[x] ?? 0) + 1;
    since[x] = steps;
    squared[i] = steps * steps;
  }
  since.fill(Math.sqrt(far));
  for (let i = squared.length - 1, x = width - 1; i >= 0; i--, x = x > 0 ? x - 1 : width - 1) {
    const steps = data[i] === 0 ? 0 : (since[x] ?? 0) + 1;
    since[x] = steps;
    if (steps * steps < (squared[i] ?? 0)) squared[i] = steps * steps;
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

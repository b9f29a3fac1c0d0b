import { type GreyPlane, greyPlane, type Mask } from './plane.ts';

const far = 1e20;

/**
 * Exact Euclidean distance, in pixels, from each pixel to the nearest pixel of value 0; 0 there.
 * Infinity throughout when the mask has no 0. Linear time (Felzenszwalb and Huttenlocher,
 * Theory of Computing 8, 2012).
 */
export function distanceTransform(mask: Mask): GreyPlane {
  const { width, height } = mask;
  const squared = new Float64Array(width * height);
  for (let i = 0; i < squared.length; i++) squared[i] = mask.data[i] === 0 ? 0 : far;
  const parabolas = new Envelope(Math.max(width, height));
  for (let x = 0; x < width; x++) parabolas.run(squared, { start: x, step: width, length: height });
  for (let y = 0; y < height; y++) parabolas.run(squared, { start: y * width, step: 1, length: width });
  const out = greyPlane(width, height);
  for (let i = 0; i < squared.length; i++) {
    const value = squared[i] ?? 0;
    out.data[i] = value >= far / 2 ? Number.POSITIVE_INFINITY : Math.sqrt(value);
  }
  return out;
}

/** The lower envelope of parabolas along one line. */
class Envelope {
  private readonly values: Float64Array;
  private readonly vertices: Int32Array;
  private readonly bounds: Float64Array;

  constructor(longest: number) {
    this.values = new Float64Array(longest);
    this.vertices = new Int32Array(longest);
    this.bounds = new Float64Array(longest + 1);
  }

  run(data: Float64Array, line: { start: number; step: number; length: number }): void {
    const { values, vertices, bounds } = this;
    const { start, step, length } = line;
    for (let i = 0; i < length; i++) values[i] = data[start + i * step] ?? 0;
    let k = 0;
    vertices[0] = 0;
    bounds[0] = Number.NEGATIVE_INFINITY;
    bounds[1] = Number.POSITIVE_INFINITY;
    for (let q = 1; q < length; q++) {
      let crossing = this.crossing(q, vertices[k] ?? 0);
      while (crossing <= (bounds[k] ?? 0)) crossing = this.crossing(q, vertices[--k] ?? 0);
      vertices[++k] = q;
      bounds[k] = crossing;
      bounds[k + 1] = Number.POSITIVE_INFINITY;
    }
    k = 0;
    for (let q = 0; q < length; q++) {
      while ((bounds[k + 1] ?? 0) < q) k++;
      const vertex = vertices[k] ?? 0;
      data[start + q * step] = (q - vertex) ** 2 + (values[vertex] ?? 0);
    }
  }

  private crossing(q: number, p: number): number {
    return ((this.values[q] ?? 0) + q * q - ((this.values[p] ?? 0) + p * p)) / (2 * q - 2 * p);
  }
}

import type { GreyPlane, Mask } from '../plane.ts';

export type Extreme = 'max' | 'min';

/**
 * Maximum or minimum over `2 radius + 1` pixels along rows or columns, three comparisons per pixel
 * whatever the radius (van Herk, Pattern Recognition Letters 13, 1992; Gil and Werman 1993).
 * Pixels outside the picture do not count.
 */
export function runningExtreme<T extends GreyPlane | Mask>(
  plane: T,
  radius: number,
  options: { readonly along: 'rows' | 'columns'; readonly extreme: Extreme },
): T {
  const data = plane.data.slice();
  if (radius > 0) {
    const sign = options.extreme === 'max' ? 1 : -1;
    const { width, height } = plane;
    if (options.along === 'rows') {
      const line = new Line(width, radius);
      for (let y = 0; y < height; y++) line.run(data, { start: y * width, step: 1, sign });
    } else {
      const line = new Line(height, radius);
      for (let x = 0; x < width; x++) line.run(data, { start: x, step: width, sign });
    }
  }
  return { ...plane, data };
}

/** Buffers of one line, used again for every line of the picture. */
class Line {
  private readonly window: number;
  private readonly values: Float64Array;
  private readonly prefix: Float64Array;
  private readonly suffix: Float64Array;

  constructor(
    private readonly length: number,
    private readonly radius: number,
  ) {
    this.window = 2 * radius + 1;
    const padded = Math.ceil((length + 2 * radius) / this.window) * this.window;
    this.values = new Float64Array(padded).fill(Number.NEGATIVE_INFINITY);
    this.prefix = new Float64Array(padded);
    this.suffix = new Float64Array(padded);
  }

  /** In place; `sign` -1 turns the maximum into a minimum. */
  run(data: Float32Array | Uint8Array, at: { start: number; step: number; sign: number }): void {
    const { values, prefix, suffix, window, radius, length } = this;
    const { start, step, sign } = at;
    for (let i = 0; i < length; i++) values[i + radius] = sign * (data[start + i * step] ?? 0);
    for (let block = 0; block < values.length; block += window) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let i = block; i < block + window; i++) {
        const value = values[i] ?? 0;
        if (value > highest) highest = value;
        prefix[i] = highest;
      }
      highest = Number.NEGATIVE_INFINITY;
      for (let i = block + window - 1; i >= block; i--) {
        const value = values[i] ?? 0;
        if (value > highest) highest = value;
        suffix[i] = highest;
      }
    }
    for (let i = 0; i < length; i++) {
      const before = suffix[i] ?? 0;
      const after = prefix[i + window - 1] ?? 0;
      data[start + i * step] = sign * Math.max(before, after);
    }
  }
}

import type { GreyPlane, Mask } from '../plane.ts';
import { ranked } from './ranked.ts';

/**
 * Values at the given shares (0 to 1) of the sorted pixels, interpolated between neighbours as NumPy
 * does; `inside` limits them to a mask. NaN where no pixel counts.
 */
export function percentiles(plane: GreyPlane, shares: readonly number[], inside?: Mask): number[] {
  const values = ranked(collect(plane, inside), 2 * shares.length);
  return shares.map((share) => {
    if (values.count === 0) return Number.NaN;
    const position = Math.min(Math.max(share, 0), 1) * (values.count - 1);
    const low = Math.floor(position);
    const lower = values.at(low);
    const upper = values.at(Math.min(low + 1, values.count - 1));
    return lower + (upper - lower) * (position - low);
  });
}

/** The middle value; NaN where no pixel counts. */
export function median(plane: GreyPlane, inside?: Mask): number {
  return percentiles(plane, [0.5], inside)[0] ?? Number.NaN;
}

/**
 * Percentiles of at most about `samples` pixels, taken on a regular grid: for display windows and
 * normalisation of large pictures, where sorting every pixel would cost more than it tells.
 */
export function approximatePercentiles(
  plane: GreyPlane,
  shares: readonly number[],
  samples = 65_536,
): number[] {
  const step = Math.max(1, Math.floor(Math.sqrt(plane.data.length / samples)));
  const width = Math.ceil(plane.width / step);
  const height = Math.ceil(plane.height / step);
  const data = new Float32Array(width * height);
  const source = plane.data;
  for (let y = 0; y < height; y++) {
    const row = y * step * plane.width;
    for (let x = 0; x < width; x++) data[y * width + x] = source[row + x * step] ?? 0;
  }
  return percentiles({ width, height, data }, shares);
}

function collect({ data }: GreyPlane, inside?: Mask): Float32Array {
  const kept = new Float32Array(data.length);
  const mask = inside?.data;
  let count = 0;
  for (let i = 0; i < kept.length; i++) {
    const value = data[i] ?? 0;
    if (Number.isFinite(value) && (mask === undefined || mask[i] !== 0)) kept[count++] = value;
  }
  return kept.subarray(0, count);
}

import { type GreyPlane, greyPlane } from '../plane.ts';

/**
 * Bilinear resampling with pixel centres aligned (as OpenCV and PyTorch with `align_corners=False`);
 * the border is repeated. Meant for making pictures larger: it aliases when it makes them smaller.
 */
export function resizeBilinear(plane: GreyPlane, width: number, height: number): GreyPlane {
  const out = greyPlane(width, height);
  const columns = taps(plane.width, width);
  const rows = taps(plane.height, height);
  for (let y = 0; y < height; y++) {
    const upper = (rows.low[y] ?? 0) * plane.width;
    const lower = (rows.high[y] ?? 0) * plane.width;
    const fy = rows.fraction[y] ?? 0;
    for (let x = 0; x < width; x++) {
      const left = columns.low[x] ?? 0;
      const right = columns.high[x] ?? 0;
      const fx = columns.fraction[x] ?? 0;
      const top = (plane.data[upper + left] ?? 0) * (1 - fx) + (plane.data[upper + right] ?? 0) * fx;
      const bottom = (plane.data[lower + left] ?? 0) * (1 - fx) + (plane.data[lower + right] ?? 0) * fx;
      out.data[y * width + x] = top * (1 - fy) + bottom * fy;
    }
  }
  return out;
}

function taps(from: number, to: number) {
  const low = new Int32Array(to);
  const high = new Int32Array(to);
  const fraction = new Float64Array(to);
  for (let i = 0; i < to; i++) {
    const position = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    const base = Math.floor(position);
    low[i] = base;
    high[i] = Math.min(base + 1, from - 1);
    fraction[i] = position - base;
  }
  return { low, high, fraction };
}

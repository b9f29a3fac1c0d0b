import { type GreyPlane, greyPlane } from './plane.ts';

/**
 * Area-average resampling: every target pixel is the mean of the source area it covers, edges counted
 * by their share. Exact for any ratio; meant for making pictures smaller.
 */
export function resizeArea(plane: GreyPlane, width: number, height: number): GreyPlane {
  if (width === plane.width && height === plane.height) return { width, height, data: plane.data.slice() };
  return averageColumns(averageRows(plane, width), height);
}

interface Coverage {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  readonly lastWeight: Float64Array;
}

function coverage(from: number, to: number): Coverage {
  const ratio = from / to;
  const first = new Int32Array(to);
  const last = new Int32Array(to);
  const firstWeight = new Float64Array(to);
  const lastWeight = new Float64Array(to);
  for (let i = 0; i < to; i++) {
    const start = i * ratio;
    const end = Math.min((i + 1) * ratio, from);
    const a = Math.min(Math.floor(start), from - 1);
    const b = Math.max(a, Math.min(Math.ceil(end) - 1, from - 1));
    first[i] = a;
    last[i] = b;
    firstWeight[i] = a === b ? 1 : (a + 1 - start) / ratio;
    lastWeight[i] = a === b ? 0 : (end - b) / ratio;
  }
  return { first, last, firstWeight, lastWeight };
}

function averageRows(plane: GreyPlane, width: number): GreyPlane {
  const { first, last, firstWeight, lastWeight } = coverage(plane.width, width);
  const inner = width / plane.width;
  const out = greyPlane(width, plane.height);
  const source = plane.data;
  for (let y = 0; y < plane.height; y++) {
    const row = y * plane.width;
    for (let x = 0; x < width; x++) {
      const a = first[x] ?? 0;
      const b = last[x] ?? 0;
      let sum = 0;
      for (let i = a + 1; i < b; i++) sum += source[row + i] ?? 0;
      const edges =
        (source[row + a] ?? 0) * (firstWeight[x] ?? 0) + (source[row + b] ?? 0) * (lastWeight[x] ?? 0);
      out.data[y * width + x] = sum * inner + edges;
    }
  }
  return out;
}

function averageColumns(plane: GreyPlane, height: number): GreyPlane {
  const { first, last, firstWeight, lastWeight } = coverage(plane.height, height);
  const inner = height / plane.height;
  const width = plane.width;
  const out = greyPlane(width, height);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    const a = first[y] ?? 0;
    const b = last[y] ?? 0;
    for (let i = a; i <= b; i++) {
      const weight = i === a ? (firstWeight[y] ?? 0) : i === b ? (lastWeight[y] ?? 0) : inner;
      const row = i * width;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + weight * (plane.data[row + x] ?? 0);
    }
    out.data.set(sums, y * width);
  }
  return out;
}

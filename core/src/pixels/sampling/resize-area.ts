import { type GreyPlane, greyPlane } from '../plane.ts';

/**
 * Area-average resampling: every target pixel is the mean of the source area it covers, edges counted
 * by their share. Exact for any ratio; meant for making pictures smaller.
 */
export function resizeArea(plane: GreyPlane, width: number, height: number): GreyPlane {
  if (width === plane.width && height === plane.height) return { width, height, data: plane.data.slice() };
  const columns = coverage(plane.width, width);
  const rows = coverage(plane.height, height);
  const out = greyPlane(width, height);
  const sums = new Float64Array(width);
  // The last row that one target row covers is the first of the next: large pictures are read once.
  const line = new Float32Array(width);
  let present = -1;
  for (let y = 0; y < height; y++) {
    const [first, last] = [rows.first[y] ?? 0, rows.last[y] ?? 0];
    sums.fill(0);
    for (let row = first; row <= last; row++) {
      if (row !== present) averageRow(plane.data.subarray(row * plane.width), columns, line);
      present = row;
      const edge = row === first ? rows.firstWeight : row === last ? rows.lastWeight : undefined;
      addWeighted(sums, line, edge?.[y] ?? rows.inner);
    }
    out.data.set(sums, y * width);
  }
  return out;
}

/**
 * Which source places each target place covers along one axis; the weights of one target place have the sum
 * 1.
 */
interface Coverage {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  readonly lastWeight: Float64Array;
  /** Of every place between the first and the last. */
  readonly inner: number;
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
  return { first, last, firstWeight, lastWeight, inner: to / from };
}

function averageRow(source: Float32Array, columns: Coverage, target: Float32Array): void {
  const { first, last, firstWeight, lastWeight, inner } = columns;
  for (let x = 0; x < target.length; x++) {
    const a = first[x] ?? 0;
    const b = last[x] ?? 0;
    let sum = 0;
    let i = a + 1;
    for (; i + 3 < b; i += 4) {
      sum = sum + (source[i] ?? 0) + (source[i + 1] ?? 0) + (source[i + 2] ?? 0) + (source[i + 3] ?? 0);
    }
    for (; i < b; i++) sum += source[i] ?? 0;
    const edges = (source[a] ?? 0) * (firstWeight[x] ?? 0) + (source[b] ?? 0) * (lastWeight[x] ?? 0);
    target[x] = sum * inner + edges;
  }
}

function addWeighted(sums: Float64Array, line: Float32Array, weight: number): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] ?? 0) + weight * (line[x] ?? 0);
}

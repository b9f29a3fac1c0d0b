import { type GreyPlane, greyPlane } from '../plane.ts';

/** Standard deviation over the square of side `2 radius + 1`; near the border over what lies inside. */
export function localDeviation(plane: GreyPlane, radius: number): GreyPlane {
  const { width, height, data } = plane;
  const out = greyPlane(width, height);
  const rowOf = (y: number) => (y >= 0 && y < height ? data.subarray(y * width, (y + 1) * width) : undefined);
  const columns: Columns = { sums: new Float64Array(width), squares: new Float64Array(width) };
  for (let y = 0; y < Math.min(radius, height); y++) moveDown(columns, rowOf(y), undefined);
  for (let y = 0; y < height; y++) {
    moveDown(columns, rowOf(y + radius), rowOf(y - radius - 1));
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    writeRow(columns, { rows, radius }, out.data.subarray(y * width, (y + 1) * width));
  }
  return out;
}

/** Sums of each column over the rows of the square; from pixel to pixel one column enters and one leaves. */
interface Columns {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

function moveDown(
  { sums, squares }: Columns,
  entering: Float32Array | undefined,
  leaving: Float32Array | undefined,
): void {
  const added = entering ?? new Float32Array(sums.length);
  const taken = leaving ?? new Float32Array(sums.length);
  for (let x = 0; x < sums.length; x++) {
    const plus = added[x] ?? 0;
    const minus = taken[x] ?? 0;
    sums[x] = (sums[x] ?? 0) + plus - minus;
    squares[x] = (squares[x] ?? 0) + plus * plus - minus * minus;
  }
}

function writeRow(
  { sums, squares }: Columns,
  { rows, radius }: { readonly rows: number; readonly radius: number },
  deviation: Float32Array,
): void {
  const width = sums.length;
  let sum = 0;
  let square = 0;
  for (let x = 0; x < Math.min(radius, width); x++) {
    sum += sums[x] ?? 0;
    square += squares[x] ?? 0;
  }
  for (let x = 0; x < width; x++) {
    const first = Math.max(0, x - radius);
    const end = Math.min(width, x + radius + 1);
    if (x + radius < width) {
      sum += sums[end - 1] ?? 0;
      square += squares[end - 1] ?? 0;
    }
    if (x > radius) {
      sum -= sums[first - 1] ?? 0;
      square -= squares[first - 1] ?? 0;
    }
    const count = rows * (end - first);
    const average = sum / count;
    deviation[x] = Math.sqrt(Math.max(0, square / count - average * average));
  }
}

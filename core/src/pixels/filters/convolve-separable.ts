import { type GreyPlane, greyPlane } from '../plane.ts';
import { type LineKernel, lineKernel } from './line-kernel.ts';

/**
 * Convolution with a row kernel, then a column kernel, each of odd length; border repeated. Where `ends` says
 * how many pixels of each row are wanted, from the left, the others are 0.
 */
export function convolveSeparable(
  plane: GreyPlane,
  horizontal: Float64Array,
  vertical: Float64Array,
  ends?: RowEnds,
): GreyPlane {
  const read = ends && widestWithin(ends, vertical.length >> 1);
  return convolveColumns(convolveRows(plane, horizontal, read), vertical, ends);
}

/** For each row the column before which its pixels count. */
export type RowEnds = Int32Array;

/** The furthest end of the rows within `radius`. */
export function widestWithin(ends: RowEnds, radius: number): RowEnds {
  return ends.map((_, y) => Math.max(...ends.subarray(Math.max(0, y - radius), y + radius + 1)));
}

function convolveRows({ width, height, data }: GreyPlane, kernel: Float64Array, ends?: RowEnds): GreyPlane {
  const radius = kernel.length >> 1;
  const out = greyPlane(width, height);
  const padded = new Float32Array(width + 2 * radius);
  const line = lineOf(kernel, { width, rows: 1, rowLength: padded.length });
  for (let k = -radius; k <= radius; k++) line.places[radius + k] = radius + k;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    padded.fill(data[row] ?? 0, 0, radius);
    padded.set(data.subarray(row, row + width), radius);
    padded.fill(data[row + width - 1] ?? 0, radius + width);
    line.put(0, padded);
    out.data.set(line.sum(ends?.[y] ?? width), row);
  }
  return out;
}

function convolveColumns(
  { width, height, data }: GreyPlane,
  kernel: Float64Array,
  ends?: RowEnds,
): GreyPlane {
  const radius = kernel.length >> 1;
  const out = greyPlane(width, height);
  const rows = kernel.length;
  const line = lineOf(kernel, { width, rows, rowLength: width });
  const put = (y: number) => {
    if (y < height) line.put(y % rows, data.subarray(y * width, (y + 1) * width));
  };
  for (let y = 0; y < radius; y++) put(y);
  for (let y = 0; y < height; y++) {
    put(y + radius);
    for (let k = -radius; k <= radius; k++) {
      line.places[radius + k] = (Math.min(Math.max(y + k, 0), height - 1) % rows) * line.rowStep;
    }
    out.data.set(line.sum(ends?.[y] ?? width), y * width);
  }
  return out;
}

/** Sums of lines that were put down in a few rows, which are used again and again. */
interface Line {
  /** For each weight of the kernel where its line begins. */
  readonly places: Int32Array;
  /** From row to row. */
  readonly rowStep: number;
  put(row: number, values: Float32Array): void;
  /** The first values of the kernel's weights times as many lines; good until the next call. */
  sum(length: number): Float32Array | Float64Array;
}

interface LineSize {
  readonly width: number;
  readonly rows: number;
  readonly rowLength: number;
}

function lineOf(kernel: Float64Array, size: LineSize): Line {
  const isEven = kernel.every((weight, k) => weight === kernel[kernel.length - 1 - k]);
  const fast = isEven && kernel.length > 1 ? lineKernel() : null;
  return fast === null ? new PlainLine(kernel, size, isEven) : fastLine(kernel, size, fast);
}

/** Whole eights of pixels are read and written, from any pixel on. */
const eight = 8;

function fastLine(kernel: Float64Array, { width, rows, rowLength }: LineSize, fast: LineKernel): Line {
  const radius = kernel.length >> 1;
  const rowStep = eight * (Math.ceil(rowLength / eight) + 1);
  // In floats: weights, places, the result, rows.
  const [places, out] = [2 * (radius + 1), 2 * (radius + 1) + 2 * kernel.length];
  const first = out + eight * (Math.ceil(width / eight) + 1);
  const { integers, floats, doubles } = fast.reserve(4 * (first + rows * rowStep));
  doubles.set(kernel.subarray(radius));
  const lines = new Int32Array(kernel.length);
  return {
    places: lines,
    rowStep,
    put: (row, values) => floats.set(values, first + row * rowStep),
    sum(length) {
      if (length === 0) return floats.subarray(out, out);
      const address = (k: number) => 4 * (first + (lines[k] ?? 0));
      integers[places] = address(radius);
      for (let k = 1; k <= radius; k++) {
        integers[places + 2 * k - 1] = address(radius - k);
        integers[places + 2 * k] = address(radius + k);
      }
      fast.run(4 * places, 0, radius, 4 * out, length);
      return floats.subarray(out, out + length);
    },
  };
}

/** The same without WebAssembly, and for kernels whose sides differ. */
class PlainLine implements Line {
  readonly places: Int32Array;
  readonly rowStep: number;
  private readonly data: Float32Array;
  private readonly whole: Float64Array;
  /** The part of the line that is wanted. */
  private sums: Float64Array;

  constructor(
    private readonly kernel: Float64Array,
    { width, rows, rowLength }: LineSize,
    private readonly isEven: boolean,
  ) {
    this.places = new Int32Array(kernel.length);
    this.rowStep = rowLength;
    this.data = new Float32Array(rows * rowLength);
    this.whole = new Float64Array(width);
    this.sums = this.whole;
  }

  put(row: number, values: Float32Array): void {
    this.data.set(values, row * this.rowStep);
  }

  sum(length: number): Float64Array {
    if (length !== this.sums.length) this.sums = this.whole.subarray(0, length);
    const { data } = this;
    const radius = this.kernel.length >> 1;
    if (!this.isEven) {
      this.start(data);
      for (let k = 1; k <= radius; k++) this.addSides(data, k);
      return this.sums;
    }
    // One to four pairs with the middle, so that what is left are fours: few passes over the sums.
    const first = radius === 0 ? 0 : ((radius - 1) % 4) + 1;
    this.startPairs(data, first);
    for (let k = first + 1; k <= radius; k += 4) this.addFourPairs(data, k);
    return this.sums;
  }

  private start(data: Float32Array): void {
    const { sums, kernel, places } = this;
    const radius = kernel.length >> 1;
    const weight = kernel[radius] ?? 0;
    const place = places[radius] ?? 0;
    for (let x = 0; x < sums.length; x++) sums[x] = weight * (data[place + x] ?? 0);
  }

  private addSides(data: Float32Array, k: number): void {
    const { sums, kernel, places } = this;
    const radius = kernel.length >> 1;
    const [first, second] = [kernel[radius - k] ?? 0, kernel[radius + k] ?? 0];
    const [before, after] = [places[radius - k] ?? 0, places[radius + k] ?? 0];
    for (let x = 0; x < sums.length; x++) {
      sums[x] = (sums[x] ?? 0) + first * (data[before + x] ?? 0) + second * (data[after + x] ?? 0);
    }
  }

  /**
   * The middle and the first pairs. Both sides of an even kernel weigh the same: they share a multiplication.
   */
  private startPairs(data: Float32Array, pairs: number): void {
    const { sums, kernel, places } = this;
    const radius = kernel.length >> 1;
    const [w = 0, w1 = 0, w2 = 0, w3 = 0] = kernel.subarray(radius);
    const [p = 0, b1 = 0, b2 = 0, b3 = 0] = places.subarray(radius);
    const [a1 = 0, a2 = 0, a3 = 0] = places.slice(0, radius).reverse();
    if (pairs === 0 || pairs === 4) this.start(data);
    if (pairs === 4) this.addFourPairs(data, 1);
    if (pairs === 1) {
      for (let x = 0; x < sums.length; x++) {
        sums[x] = w * (data[p + x] ?? 0) + w1 * ((data[a1 + x] ?? 0) + (data[b1 + x] ?? 0));
      }
    } else if (pairs === 2) {
      for (let x = 0; x < sums.length; x++) {
        sums[x] =
          w * (data[p + x] ?? 0) +
          w1 * ((data[a1 + x] ?? 0) + (data[b1 + x] ?? 0)) +
          w2 * ((data[a2 + x] ?? 0) + (data[b2 + x] ?? 0));
      }
    } else if (pairs === 3) {
      for (let x = 0; x < sums.length; x++) {
        sums[x] =
          w * (data[p + x] ?? 0) +
          w1 * ((data[a1 + x] ?? 0) + (data[b1 + x] ?? 0)) +
          w2 * ((data[a2 + x] ?? 0) + (data[b2 + x] ?? 0)) +
          w3 * ((data[a3 + x] ?? 0) + (data[b3 + x] ?? 0));
      }
    }
  }

  /** Four pairs at once: sums are read and written a quarter as often. */
  private addFourPairs(data: Float32Array, k: number): void {
    const { sums, kernel, places } = this;
    const radius = kernel.length >> 1;
    const [a3 = 0, a2 = 0, a1 = 0, a0 = 0] = places.subarray(radius - k - 3, radius - k + 1);
    const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = places.subarray(radius + k, radius + k + 4);
    const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = kernel.subarray(radius + k, radius + k + 4);
    for (let x = 0; x < sums.length; x++) {
      sums[x] =
        (sums[x] ?? 0) +
        w0 * ((data[a0 + x] ?? 0) + (data[b0 + x] ?? 0)) +
        w1 * ((data[a1 + x] ?? 0) + (data[b1 + x] ?? 0)) +
        w2 * ((data[a2 + x] ?? 0) + (data[b2 + x] ?? 0)) +
        w3 * ((data[a3 + x] ?? 0) + (data[b3 + x] ?? 0));
    }
  }
}

import { type Channels, mergeChannels, splitChannels } from '../color/channels.ts';
import { type GreyPlane, greyPlane, type RgbImage } from '../plane.ts';
import { resize } from './resize.ts';

/** Resamples colour to an exact size; averages where it shrinks, interpolates where it grows. */
export function resizeRgb(image: RgbImage, width: number, height: number): RgbImage {
  if (width <= image.width && height <= image.height) {
    const data = new Uint8ClampedArray(width * height * 3);
    shrink(image, { width, height }, (means, y) => data.set(means, y * means.length));
    return { width, height, data: new Uint8Array(data.buffer) };
  }
  const { red, green, blue } = resizeChannels(image, width, height);
  return mergeChannels(red, green, blue);
}

/** The channels of `resizeRgb`, 0 to 255, unrounded. */
export function resizeChannels(image: RgbImage, width: number, height: number): Channels {
  if (width > image.width || height > image.height) {
    const { red, green, blue } = splitChannels(image);
    const resized = (channel: GreyPlane): GreyPlane => resize(channel, width, height);
    return { red: resized(red), green: resized(green), blue: resized(blue) };
  }
  const [red, green, blue] = [greyPlane(width, height), greyPlane(width, height), greyPlane(width, height)];
  shrink(image, { width, height }, (means, y) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      red.data[i] = means[x * 3] ?? 0;
      green.data[i] = means[x * 3 + 1] ?? 0;
      blue.data[i] = means[x * 3 + 2] ?? 0;
    }
  });
  return { red, green, blue };
}

/** Calls `take` with the means of the area that each target row covers: large photographs are read once. */
function shrink(
  image: RgbImage,
  { width, height }: { readonly width: number; readonly height: number },
  take: (means: Float64Array, y: number) => void,
): void {
  const columns = coverage(image.width, width);
  const means = new Float64Array(width * 3);
  const ratio = image.height / height;
  const share = 1 / (ratio * (image.width / width));
  for (let y = 0; y < height; y++) {
    means.fill(0);
    const start = y * ratio;
    const end = Math.min((y + 1) * ratio, image.height);
    for (let row = Math.floor(start); row < end; row++) {
      const weight = (Math.min(row + 1, end) - Math.max(row, start)) * share;
      const from = row * image.width * 3;
      addRow(means, image.data.subarray(from, from + image.width * 3), { columns, weight });
    }
    take(means, y);
  }
}

/**
 * For each target column: the first sample of its first and last source column, and how much of these it
 * covers.
 */
interface Coverage {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstShare: Float64Array;
  readonly lastShare: Float64Array;
}

function coverage(from: number, to: number): Coverage {
  const [first, last] = [new Int32Array(to), new Int32Array(to)];
  const [firstShare, lastShare] = [new Float64Array(to), new Float64Array(to)];
  const ratio = from / to;
  for (let x = 0; x < to; x++) {
    const start = x * ratio;
    const end = Math.min((x + 1) * ratio, from);
    const low = Math.floor(start);
    const high = Math.max(low, Math.ceil(end) - 1);
    first[x] = low * 3;
    last[x] = high * 3;
    firstShare[x] = Math.min(low + 1, end) - start;
    lastShare[x] = high > low ? end - high : 0;
  }
  return { first, last, firstShare, lastShare };
}

/** What lies between the edges is summed in whole numbers. */
function addRow(
  means: Float64Array,
  row: Uint8Array,
  { columns, weight }: { readonly columns: Coverage; readonly weight: number },
): void {
  const { first, last, firstShare, lastShare } = columns;
  for (let x = 0, j = 0; x < first.length; x++, j += 3) {
    const a = first[x] ?? 0;
    const b = last[x] ?? 0;
    let [red, green, blue] = [0, 0, 0];
    for (let i = a + 3; i < b; i += 3) {
      red += row[i] ?? 0;
      green += row[i + 1] ?? 0;
      blue += row[i + 2] ?? 0;
    }
    const left = firstShare[x] ?? 0;
    const right = lastShare[x] ?? 0;
    means[j] = (means[j] ?? 0) + weight * (red + left * (row[a] ?? 0) + right * (row[b] ?? 0));
    means[j + 1] =
      (means[j + 1] ?? 0) + weight * (green + left * (row[a + 1] ?? 0) + right * (row[b + 1] ?? 0));
    means[j + 2] =
      (means[j + 2] ?? 0) + weight * (blue + left * (row[a + 2] ?? 0) + right * (row[b + 2] ?? 0));
  }
}

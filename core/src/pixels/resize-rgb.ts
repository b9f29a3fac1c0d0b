import { type Channels, mergeChannels, splitChannels } from './channels.ts';
import { type GreyPlane, greyPlane, type RgbImage } from './plane.ts';
import { resize } from './resize.ts';

/** Resamples colour to an exact size; averages where it shrinks, interpolates where it grows. */
export function resizeRgb(image: RgbImage, width: number, height: number): RgbImage {
  if (width <= image.width && height <= image.height) {
    const data = new Uint8ClampedArray(width * height * 3);
    shrink(image, height, (means, y) => {
      averageRow(means, data.subarray(y * width * 3, (y + 1) * width * 3), image.width / width);
    });
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
  const row = new Float32Array(width * 3);
  shrink(image, height, (means, y) => {
    averageRow(means, row, image.width / width);
    for (let x = 0; x < width; x++) {
      red.data[y * width + x] = row[x * 3] ?? 0;
      green.data[y * width + x] = row[x * 3 + 1] ?? 0;
      blue.data[y * width + x] = row[x * 3 + 2] ?? 0;
    }
  });
  return { red, green, blue };
}

/** Calls `take` with the mean of the rows that each target row covers: large photographs are read once. */
function shrink(image: RgbImage, height: number, take: (means: Float32Array, y: number) => void): void {
  const sums = new Float32Array(image.width * 3);
  const ratio = image.height / height;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    const start = y * ratio;
    const end = Math.min((y + 1) * ratio, image.height);
    for (let row = Math.floor(start); row < end; row++) {
      const weight = (Math.min(row + 1, end) - Math.max(row, start)) / ratio;
      addRow(sums, image.data, row * sums.length, weight);
    }
    take(sums, y);
  }
}

function addRow(sums: Float32Array, data: Uint8Array, offset: number, weight: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + weight * (data[offset + i] ?? 0);
}

function averageRow(sums: Float32Array, target: Uint8ClampedArray | Float32Array, ratio: number): void {
  const columns = sums.length / 3;
  for (let x = 0; x < target.length / 3; x++) {
    const start = x * ratio;
    const end = Math.min((x + 1) * ratio, columns);
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let column = Math.floor(start); column < end; column++) {
      const weight = (Math.min(column + 1, end) - Math.max(column, start)) / ratio;
      red += weight * (sums[column * 3] ?? 0);
      green += weight * (sums[column * 3 + 1] ?? 0);
      blue += weight * (sums[column * 3 + 2] ?? 0);
    }
    target[x * 3] = red;
    target[x * 3 + 1] = green;
    target[x * 3 + 2] = blue;
  }
}

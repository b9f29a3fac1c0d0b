import type { Tensor } from '@second-read/core/analysis/engine';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { otsu } from '@second-read/core/pixels/values/otsu';
import { percentiles } from '@second-read/core/pixels/values/percentiles';

/** Size of the network's input, in pixels; its maps are smaller by `stride`. */
export const inputSize = { width: 256, height: 384, stride: 4 } as const;

/** Contrast is measured against surroundings of this sigma, in pixels of the input. */
const localSigma = 12;
/** Keeps noise in even areas from being blown up, as a share of the grey scale. */
const localFloor = 0.03;
/** So many local standard deviations span the grey scale. */
const localSpan = 6;

/** Where a view stands in the input: aspect kept, chest wall left, centred vertically. */
export interface InputPlace {
  readonly width: number;
  readonly height: number;
  readonly top: number;
}

export function placeInInput(width: number, height: number): InputPlace {
  const scale = Math.min(inputSize.width / width, inputSize.height / height);
  const fit = (side: number, max: number) => Math.max(8, Math.min(max, Math.round(side * scale)));
  const placed = fit(height, inputSize.height);
  return {
    width: fit(width, inputSize.width),
    height: placed,
    top: Math.floor((inputSize.height - placed) / 2),
  };
}

/**
 * Three planes, -1 to 1, as in training (`training/breast/network/views.py`, `planes_of`): grey between
 * robust limits; the rank among what is brighter than half of Otsu's threshold, which no detector's gamma
 * changes; contrast to the surroundings.
 */
export function inputTensor(grey: GreyPlane, place: InputPlace): Tensor {
  const { width, height } = inputSize;
  const linear = betweenLimits(resize(grey, place.width, place.height));
  const data = new Float32Array(3 * width * height).fill(-1);
  for (const [c, plane] of [linear, ranked(linear), localContrast(linear)].entries()) {
    for (let y = 0; y < place.height; y++) {
      const start = (c * height + place.top + y) * width;
      for (let x = 0; x < place.width; x++) data[start + x] = 2 * (plane.data[y * place.width + x] ?? 0) - 1;
    }
  }
  return { data, dims: [1, 3, height, width] };
}

function betweenLimits(grey: GreyPlane): GreyPlane {
  const [low = 0, high = 1] = percentiles(grey, [0.005, 0.995]);
  const factor = 1 / Math.max(high - low, 1e-6);
  return { ...grey, data: grey.data.map((value) => clamp((value - low) * factor)) };
}

function ranked(linear: GreyPlane): GreyPlane {
  const threshold = 0.5 * otsu(linear);
  const cumulative = brightRanks(linear.data, threshold);
  const rank = (value: number) => cumulative[Math.min(255, Math.floor(value * 255))] ?? 0;
  return { ...linear, data: linear.data.map((value) => (value > threshold ? rank(value) : 0)) };
}

function brightRanks(values: Float32Array, threshold: number): Float64Array {
  const cumulative = new Float64Array(256);
  let count = 0;
  for (const value of values) {
    if (value <= threshold) continue;
    const bin = Math.min(255, Math.floor(value * 255));
    cumulative[bin] = (cumulative[bin] ?? 0) + 1;
    count++;
  }
  let sum = 0;
  for (let bin = 0; bin < 256; bin++) {
    sum += cumulative[bin] ?? 0;
    cumulative[bin] = sum / Math.max(count, 1);
  }
  return cumulative;
}

function localContrast(linear: GreyPlane): GreyPlane {
  const mean = gaussianBlur(linear, localSigma);
  const squares = { ...linear, data: linear.data.map((value) => value * value) };
  const square = gaussianBlur(squares, localSigma);
  const out = greyPlane(linear.width, linear.height);
  for (let i = 0; i < out.data.length; i++) {
    const m = mean.data[i] ?? 0;
    const spread = Math.sqrt(Math.max((square.data[i] ?? 0) - m * m, 0)) + localFloor;
    out.data[i] = clamp(0.5 + ((linear.data[i] ?? 0) - m) / (spread * localSpan));
  }
  return out;
}

function clamp(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}

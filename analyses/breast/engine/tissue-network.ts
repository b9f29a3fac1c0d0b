import type { Tensor } from '@second-read/core/analysis/engine';
import { otsu } from '@second-read/core/pixels/otsu';
import { percentiles } from '@second-read/core/pixels/percentiles';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { resize } from '@second-read/core/pixels/resize';

/** Size of the network's input, and its classes in the order of the legend. */
const input = { width: 128, height: 192, classes: 4 } as const;

/**
 * Two planes, as in training (`tissue_data.py`, `channels`): grey between robust limits, and the rank among
 * what is brighter than half of Otsu's threshold, which no detector's gamma changes.
 */
export function inputTensor(grey: GreyPlane): Tensor {
  const small = resize(grey, input.width, input.height);
  const [low = 0, high = 1] = percentiles(small, [0.005, 0.995]);
  const size = input.width * input.height;
  const data = new Float32Array(2 * size);
  const factor = 1 / Math.max(high - low, 1e-6);
  for (let i = 0; i < size; i++) {
    data[i] = Math.min(Math.max(((small.data[i] ?? 0) - low) * factor, 0), 1);
  }
  const linear = { width: input.width, height: input.height, data: data.subarray(0, size) };
  const threshold = 0.5 * otsu(linear);
  const cumulative = brightRanks(linear.data, threshold);
  for (let i = 0; i < size; i++) {
    const value = data[i] ?? 0;
    data[size + i] = value > threshold ? (cumulative[Math.min(255, Math.floor(value * 255))] ?? 0) : 0;
  }
  return { data, dims: [1, 2, input.height, input.width] };
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

/** Softmax over the classes, one plane each. */
export function probabilities(logits: Tensor): GreyPlane[] {
  const size = input.width * input.height;
  const planes = Array.from({ length: input.classes }, () => greyPlane(input.width, input.height));
  for (let i = 0; i < size; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < input.classes; c++) most = Math.max(most, logits.data[c * size + i] ?? 0);
    let sum = 0;
    for (const [c, plane] of planes.entries()) {
      const value = Math.exp((logits.data[c * size + i] ?? 0) - most);
      plane.data[i] = value;
      sum += value;
    }
    for (const plane of planes) plane.data[i] = (plane.data[i] ?? 0) / sum;
  }
  return planes;
}

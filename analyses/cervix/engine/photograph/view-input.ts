import { sampleBilinear } from '@second-read/core/pixels/sampling/warp-affine';
import type { Canvas } from './canvas.ts';
import type { SquareCrop } from './square-crop.ts';

/** As in `training/cervix/network/views.py`: the grey a view is brought towards, and how far. */
const meanGrey = 0.45;
const brightnessPower = 0.7;
const colourPower = 0.5;

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/**
 * Input of the network for one view: 3 planes of `side` x `side`, about -1 to 1, light and colour brought
 * towards one grey; 0 outside the picture. `training/cervix/network/views.py` does the same; keep the
 * two alike.
 */
export function viewInput(canvas: Canvas, place: SquareCrop, side: number): Float32Array {
  const size = side * side;
  const inside = new Uint8Array(size);
  const out = new Float32Array(3 * size);
  const sums = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < size; i++) {
    const u = place.x + place.half * (((i % side) + 0.5) * (2 / side) - 1);
    const v = place.y + place.half * ((Math.floor(i / side) + 0.5) * (2 / side) - 1);
    if (Math.abs(u) >= canvas.shareX || Math.abs(v) >= canvas.shareY) continue;
    inside[i] = 1;
    count++;
    const x = ((u + 1) * canvas.side - 1) / 2;
    const y = ((v + 1) * canvas.side - 1) / 2;
    canvas.channels.forEach((channel, c) => {
      const value = sampleBilinear(channel, x, y) / 255;
      out[c * size + i] = value;
      sums[c] = (sums[c] ?? 0) + value;
    });
  }
  const means = sums.map((sum) => Math.max(sum / Math.max(count, 1), 0.02));
  const grey = means.reduce((sum, mean) => sum + mean, 0) / means.length;
  const light = within((meanGrey / grey) ** brightnessPower, 0.6, 2);
  means.forEach((mean, c) => {
    const gain = within((grey / mean) ** colourPower, 0.6, 1.6) * light;
    for (let i = 0; i < size; i++) {
      out[c * size + i] = inside[i] === 1 ? ((out[c * size + i] ?? 0) * gain - 0.5) * 2 : 0;
    }
  });
  return out;
}

/** Planes or maps of `side` x `side`, seen in a mirror. */
export function mirrored(planes: Float32Array, side: number): Float32Array {
  const out = new Float32Array(planes.length);
  for (let row = 0; row < planes.length; row += side) {
    for (let x = 0; x < side; x++) out[row + x] = planes[row + side - 1 - x] ?? 0;
  }
  return out;
}

import { describe, expect, it } from 'vitest';
import { grey, noise, rowsOf } from '../grid.test-support.ts';
import { greyPlane } from '../plane.ts';
import { crop } from '../sampling/crop.ts';
import { statistics } from '../values/statistics.ts';
import { boxBlur } from './box-blur.ts';
import { convolveSeparable } from './convolve-separable.ts';
import { gaussianBlur, gaussianKernel } from './gaussian-blur.ts';
import { laplacian } from './laplacian.ts';
import { lineKernel } from './line-kernel.ts';
import { localDeviation } from './local-deviation.ts';
import { localMaxima } from './local-maxima.ts';
import { sobel } from './sobel.ts';
import { subtract } from './subtract.ts';

describe('filters', () => {
  it('leaves a flat picture flat under every blur', () => {
    const flat = greyPlane(20, 15);
    flat.data.fill(7);
    for (const out of [gaussianBlur(flat, 1.5), gaussianBlur(flat, 40), boxBlur(flat, 30)]) {
      for (const value of out.data) expect(value).toBeCloseTo(7, 4);
    }
  });

  it('blurs an impulse to the Gaussian', () => {
    const impulse = greyPlane(41, 41);
    impulse.data[20 * 41 + 20] = 1;
    const out = gaussianBlur(impulse, 2);
    expect(out.data[20 * 41 + 20]).toBeCloseTo(1 / (2 * Math.PI * 4), 3);
    expect((out.data[20 * 41 + 22] ?? 0) / (out.data[20 * 41 + 20] ?? 1)).toBeCloseTo(Math.exp(-0.5), 3);
  });

  it('sums the kernel of any length over a repeated border', () => {
    const picture = noise(23, 1, 4);
    const at = (x: number) => picture.data[Math.min(Math.max(x, 0), 22)] ?? 0;
    for (let radius = 0; radius <= 9; radius++) {
      const kernel = Float64Array.from({ length: 2 * radius + 1 }, (_, k) => 1 / (2 + Math.abs(k - radius)));
      const out = convolveSeparable(picture, kernel, Float64Array.of(1));
      for (let x = 0; x < 23; x++) {
        expect(out.data[x]).toBeCloseTo(
          kernel.reduce((sum, w, k) => sum + w * at(x + k - radius), 0),
          5,
        );
      }
    }
  });

  it('comes close to the kernel when boxes stand in for a large sigma', () => {
    const picture = noise(120, 90, 3);
    const kernel = gaussianKernel(9);
    const exact = convolveSeparable(picture, kernel, kernel);
    const error = statistics(subtract(gaussianBlur(picture, 9), exact)).standardDeviation;
    expect(error).toBeLessThan(0.1 * statistics(exact).standardDeviation);
  });

  it('means over a square with the border repeated', () => {
    expect(rowsOf(boxBlur(grey([[0, 3, 6, 9]]), 1))).toEqual([[1, 3, 6, 8]]);
  });

  it('gives a ramp of one per pixel the gradient one', () => {
    const ramp = grey([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    const { gx, gy } = sobel(ramp);
    expect([gx.data[5], gy.data[5]]).toEqual([1, 0]);
    const down = sobel(grey([[0], [2], [4]]));
    expect(down.gy.data[1]).toBe(2);
  });

  it('gives a paraboloid a constant Laplacian', () => {
    const bowl = greyPlane(7, 7);
    for (let i = 0; i < 49; i++) bowl.data[i] = (i % 7) ** 2 + Math.floor(i / 7) ** 2;
    expect(laplacian(bowl).data[24]).toBe(4);
  });

  it('gives the local standard deviation, near the border over what is there', () => {
    const deviation = localDeviation(grey([[1, 3, 5]]), 1);
    expect(deviation.data[0]).toBeCloseTo(1, 4);
    expect(deviation.data[1]).toBeCloseTo(Math.sqrt(8 / 3), 4);
  });

  it('gives it as summed directly, in a square larger than a side too', () => {
    const picture = noise(17, 11);
    for (const radius of [0, 2, 20]) {
      const deviation = localDeviation(picture, radius);
      for (const [x, y] of [
        [0, 0],
        [8, 5],
        [16, 10],
        [3, 9],
      ] as const) {
        const [left, top] = [Math.max(0, x - radius), Math.max(0, y - radius)];
        const [right, bottom] = [Math.min(17, x + radius + 1), Math.min(11, y + radius + 1)];
        const part = statistics(
          crop(picture, { x: left, y: top, width: right - left, height: bottom - top }),
        );
        expect(deviation.data[y * 17 + x]).toBeCloseTo(part.standardDeviation, 3);
      }
    }
  });

  it('blurs as summed directly, whatever the sides and the kernel, in WebAssembly', () => {
    expect(lineKernel()).not.toBeNull();
    for (const [width, height, sigma] of [
      [1, 1, 0.3],
      [9, 3, 0.6],
      [31, 12, 1.7],
      [8, 40, 4],
    ] as const) {
      const picture = noise(width, height);
      const kernel = gaussianKernel(sigma);
      const radius = kernel.length >> 1;
      const clamped = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1);
      const sums = picture.data.map((_, i) => {
        let sum = 0;
        kernel.forEach((wy, ky) => {
          kernel.forEach((wx, kx) => {
            const y = clamped(Math.floor(i / width) + ky - radius, height);
            sum += wy * wx * (picture.data[y * width + clamped((i % width) + kx - radius, width)] ?? 0);
          });
        });
        return sum;
      });
      const blurred = gaussianBlur(picture, sigma).data;
      sums.forEach((sum, i) => {
        expect(blurred[i]).toBeCloseTo(sum, 4);
      });
    }
  });

  it('blurs up to where rows end as it blurs the whole, and leaves the rest at 0', () => {
    const picture = noise(23, 9);
    const ends = Int32Array.from([0, 5, 23, 1, 0, 0, 12, 22, 3]);
    for (const sigma of [0.8, 1.4, 2.3]) {
      const whole = gaussianBlur(picture, sigma);
      const part = gaussianBlur(picture, sigma, ends);
      const wanted = whole.data.map((value, i) => (i % 23 < (ends[Math.floor(i / 23)] ?? 0) ? value : 0));
      expect(part.data).toEqual(wanted);
    }
  });

  it('finds peaks, highest first, one per plateau', () => {
    const peaks = localMaxima(grey([[0, 5, 0, 0, 9, 9, 0]]), 1, 1);
    expect(peaks).toEqual([
      { x: 4, y: 0, value: 9 },
      { x: 1, y: 0, value: 5 },
    ]);
    expect(localMaxima(greyPlane(50, 50), 3, 0)).toEqual([]);
  });
});

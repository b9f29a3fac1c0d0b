import { describe, expect, it } from 'vitest';
import { drawn, grey, maskOf, noise, rowsOf } from '../grid.test-support.ts';
import { statistics } from '../values/statistics.ts';
import { letterbox, unletterbox } from './letterbox.ts';
import { resize, resizeLongestSide } from './resize.ts';
import { resizeArea } from './resize-area.ts';
import { resizeBilinear } from './resize-bilinear.ts';
import { resizeNearest } from './resize-nearest.ts';
import { resizeRgb } from './resize-rgb.ts';

describe('resizing', () => {
  it('averages the area a smaller pixel covers', () => {
    const source = grey([
      [0, 2, 4, 6],
      [2, 4, 6, 8],
    ]);
    expect(rowsOf(resizeArea(source, 2, 1))).toEqual([[2, 6]]);
  });

  it('counts partly covered pixels by their share', () => {
    expect(rowsOf(resizeArea(grey([[3, 6, 9]]), 2, 1))).toEqual([[4, 8]]);
  });

  it('keeps the mean at any ratio', () => {
    const source = noise(97, 61);
    const mean = statistics(source).mean;
    for (const [w, h] of [
      [13, 7],
      [96, 60],
      [1, 1],
      [50, 61],
    ] as const) {
      expect(statistics(resizeArea(source, w, h)).mean).toBeCloseTo(mean, 4);
    }
  });

  it('interpolates between pixel centres and repeats the border', () => {
    expect(rowsOf(resizeBilinear(grey([[0, 8]]), 4, 1))).toEqual([[0, 2, 6, 8]]);
  });

  it('averages one axis and interpolates the other when the aspect changes', () => {
    const out = resize(grey([[0, 4, 8, 12]]), 2, 2);
    expect(rowsOf(out)).toEqual([
      [2, 10],
      [2, 10],
    ]);
  });

  it('keeps the aspect when only the longest side is given', () => {
    const out = resizeLongestSide(noise(400, 100), 40);
    expect([out.width, out.height]).toEqual([40, 10]);
  });

  it('never makes a class that was not there when it resamples labels', () => {
    expect(drawn(resizeNearest(maskOf('.2', '35'), 4, 4))).toEqual(['..22', '..22', '3355', '3355']);
    expect(drawn(resizeNearest(maskOf('..22', '..22', '3355', '3355'), 2, 2))).toEqual(['.2', '35']);
  });

  it('puts a picture into a frame and takes it out again', () => {
    const source = resizeLongestSide(noise(8, 4), 64);
    const { plane, placement } = letterbox(source, { width: 128, height: 128, fill: -1 });
    expect(placement).toMatchObject({ x: 0, y: 32, width: 128, height: 64, scale: 2 });
    expect(plane.data[0]).toBe(-1);
    const back = unletterbox(plane, placement, source.width, source.height);
    const worst = Math.max(...back.data.map((v, i) => Math.abs(v - (source.data[i] ?? 0))));
    expect(worst).toBeLessThan(0.2);
  });

  it('resamples the channels of a colour picture apart', () => {
    const image = { width: 2, height: 1, data: Uint8Array.of(0, 100, 255, 10, 200, 255) };
    expect([...resizeRgb(image, 1, 1).data]).toEqual([5, 150, 255]);
  });
});

import { describe, expect, it } from 'vitest';
import { blendLabels } from '../drawing/blend-labels.ts';
import { drawOutline, drawPolyline } from '../drawing/draw-polyline.ts';
import { paintLabels } from '../drawing/paint-labels.ts';
import { drawn, grey, maskOf, noise } from '../grid.test-support.ts';
import type { RgbImage } from '../plane.ts';
import { resizeNearest } from '../sampling/resize-nearest.ts';
import { applyWindow, greyToRgb, percentileRange } from './apply-window.ts';
import { mergeChannels, splitChannels } from './channels.ts';
import { parseColour } from './colour.ts';
import { luminance } from './luminance.ts';
import { rgbToLab } from './rgb-to-lab.ts';

const one = (...rgb: number[]): RgbImage => ({ width: 1, height: 1, data: Uint8Array.from(rgb) });
const canvas = (width: number, height: number): RgbImage => ({
  width,
  height,
  data: new Uint8Array(width * height * 3),
});
const reds = (image: RgbImage) =>
  drawn({
    width: image.width,
    height: image.height,
    data: image.data.filter((_, i) => i % 3 === 0).map((v) => (v > 0 ? 1 : 0)),
  });

describe('colour', () => {
  it('splits and merges channels without loss, and clamps', () => {
    const image = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 250, 251, 252) };
    const { red, green, blue } = splitChannels(image);
    expect(mergeChannels(red, green, blue)).toEqual(image);
    expect([...mergeChannels(grey([[-5]]), grey([[300]]), grey([[1.6]])).data]).toEqual([0, 255, 2]);
  });

  it('weighs luma as BT.601 does', () => {
    expect(luminance(one(255, 0, 0)).data[0]).toBeCloseTo(76.245, 2);
    expect(luminance(one(10, 10, 10)).data[0]).toBeCloseTo(10, 4);
  });

  it('gives published L*a*b* values for the primaries', () => {
    const red = rgbToLab(one(255, 0, 0));
    expect(red.lightness.data[0]).toBeCloseTo(53.24, 1);
    expect(red.a.data[0]).toBeCloseTo(80.09, 1);
    expect(red.b.data[0]).toBeCloseTo(67.2, 1);
    const white = rgbToLab(one(255, 255, 255));
    expect(white.lightness.data[0]).toBeCloseTo(100, 2);
    expect(white.a.data[0]).toBeCloseTo(0, 1);
  });

  it('windows values to 8 bit and clips outside', () => {
    expect([...applyWindow(grey([[-200, -160, 42, 240, 999]]), { min: -160, max: 240 }).data]).toEqual([
      0, 0, 129, 255, 255,
    ]);
    expect([...greyToRgb(maskOf('.2')).data]).toEqual([0, 0, 0, 2, 2, 2]);
  });

  it('finds a window that a few hot pixels do not spoil', () => {
    const picture = noise(300, 300);
    picture.data[0] = 60_000;
    const { min, max } = percentileRange(picture);
    expect(min).toBeLessThan(0.01);
    expect(max).toBeLessThanOrEqual(1);
    expect(percentileRange(grey([[4, 4]]))).toEqual({ min: 4, max: 5 });
  });

  it('reads colours and refuses what is none', () => {
    expect(parseColour('#2196F3')).toEqual([33, 150, 243]);
    expect(() => parseColour('red')).toThrow();
  });

  it('paints classes in flat colours', () => {
    expect([...paintLabels(maskOf('.23'), { 2: '#010203' }).data]).toEqual([0, 0, 0, 1, 2, 3, 0, 0, 0]);
  });

  it('enlarges classes as resampling them would, painted or laid over a picture', () => {
    const small = { width: 5, height: 4, data: Uint8Array.from({ length: 20 }, (_, i) => (i * 7) % 4) };
    const palette = { 1: '#102030', 3: '#FF8000' };
    const large = resizeNearest(small, 13, 11);
    expect(paintLabels(small, palette, large)).toEqual(paintLabels(large, palette));
    const image = { width: 13, height: 11, data: Uint8Array.from({ length: 13 * 11 * 3 }, (_, i) => i) };
    const opacity = (label: number) => label / 4;
    expect(blendLabels(image, small, palette, opacity)).toEqual(blendLabels(image, large, palette, opacity));
  });

  it('lays classes over a picture at an opacity and leaves the rest', () => {
    const image = { width: 2, height: 1, data: Uint8Array.of(100, 100, 100, 100, 100, 100) };
    expect([...blendLabels(image, maskOf('.#'), { 1: '#FF0000' }, 0.35).data]).toEqual([
      100, 100, 100, 154, 65, 65,
    ]);
    expect(image.data[3]).toBe(100);
  });

  it('draws lines clipped to the picture', () => {
    const image = canvas(4, 3);
    drawPolyline(
      image,
      [
        { x: -2, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 9 },
      ],
      { colour: [9, 0, 0], width: 1 },
    );
    expect(reds(image)).toEqual(['###.', '..#.', '..#.']);
  });

  it('draws the edge of a mask', () => {
    const image = canvas(5, 5);
    drawOutline(image, maskOf('.....', '.###.', '.###.', '.###.', '.....'), { colour: [9, 0, 0], width: 1 });
    expect(reds(image)).toEqual(['.....', '.###.', '.#.#.', '.###.', '.....']);
  });
});

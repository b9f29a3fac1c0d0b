import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { findOpacities } from './opacity.ts';
import { opacityProbability } from './opacity-probability.ts';

const inside = (from: number, to: number): Mask => {
  const plane = painted(100, 100, (x, y) => (x >= from && x < to && y >= 10 && y < 90 ? 1 : 0));
  return { width: 100, height: 100, data: Uint8Array.from(plane.data) };
};
const lungs = { right: inside(5, 45), left: inside(55, 95), pose: 'upright' } as const;
const square = (x0: number, y0: number, side: number, value: number): GreyPlane =>
  painted(100, 100, (x, y) => (x >= x0 && x < x0 + side && y >= y0 && y < y0 + side ? value : 0));
const none = square(0, 0, 0, 0);
const read = (opacity: GreyPlane, consolidation: GreyPlane = none, nodules = mask(100, 100)) =>
  findOpacities({ opacity, consolidation }, lungs, nodules);

describe('opacities', () => {
  it('are absent where the network sees none', () => {
    expect(read(none).share).toBe(0);
  });

  it('are given per lung and as a part of both', () => {
    const { groundGlass, leftShare, rightShare, share } = read(square(10, 20, 16, 0.8));
    expect(area(groundGlass)).toBe(256);
    expect(leftShare).toBe(0);
    expect(rightShare).toBeCloseTo(256 / 3200);
    expect(share).toBeCloseTo(256 / 6400);
  });

  it('are cut at the border of the lungs and leave nodules and specks out', () => {
    const nodule = { ...mask(100, 100), data: Uint8Array.from(square(60, 20, 4, 1).data) };
    expect(area(read(square(50, 20, 10, 0.9)).groundGlass)).toBe(50);
    expect(area(read(square(60, 20, 8, 0.9), none, nodule).groundGlass)).toBe(48);
    expect(read(square(60, 20, 1, 0.9)).share).toBe(0);
  });

  it('are consolidation where the network says so', () => {
    const { groundGlass, consolidation } = read(square(10, 20, 16, 0.8), square(10, 20, 8, 0.7));
    expect(area(consolidation)).toBe(64);
    expect(area(groundGlass)).toBe(192);
  });

  it('count towards that probability away from the edge of the lungs alone', () => {
    const atEdge = read(painted(100, 100, (x) => (x >= 5 && x < 15 ? 0.9 : 0)));
    expect(atEdge.share).toBeGreaterThan(0.1);
    expect(atEdge.shareAwayFromEdge).toBe(0);
    const within = read(square(15, 40, 20, 0.9));
    expect(within.shareAwayFromEdge * 6400).toBeGreaterThan(100);
  });

  it('are the more probable the more of the lungs they take', () => {
    const scores = [0, 0.01, 0.03, 0.2].map(opacityProbability);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores[0]).toBeLessThan(0.1);
    expect(scores[3]).toBeGreaterThan(0.95);
  });
});

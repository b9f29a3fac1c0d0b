import { describe, expect, it } from 'vitest';
import { noiseAt, phantomReading } from '../phantom.test-support.ts';
import { findSpots } from './calcifications.ts';
import { spreadSpots } from './spread.ts';

const spacing = { spacing: { xMm: 0.2, yMm: 0.2, kind: 'calibrated' as const } };

/** Places in a disc around the middle of a drawn breast, none nearer than 2 mm to another. */
function spotsOver(radiusMm: number, count: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let k = 0; found.length < count && k < 9999; k++) {
    const [dx, dy] = [(radiusMm / 0.2) * noiseAt(k, 1), (radiusMm / 0.2) * noiseAt(k, 2)];
    const at = [160 + dx, 400 + dy] as const;
    const isApart = found.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > 10);
    if (isApart && Math.hypot(dx, dy) < radiusMm / 0.2) found.push(at);
  }
  return found;
}

function spreadOf(at: readonly (readonly [number, number])[], grey = 90): number {
  const isSpot = (x: number, y: number) => at.some(([px, py]) => Math.hypot(x - px, y - py) <= 1);
  // Gland and fat in broad waves, so that the spread of grey in the breast is not that of the noise.
  const extra = (x: number, y: number) =>
    40 * Math.sin(x / 50) * Math.sin(y / 50) + (isSpot(x, y) ? grey : 0);
  const { working, tissue } = phantomReading({ width: 480, height: 800, extra }, spacing);
  return spreadSpots(findSpots(working, tissue)).length;
}

describe('spots over an area larger than a cluster', () => {
  it('are found where they are many within three centimeters', () => {
    expect(spreadOf(spotsOver(12, 30))).toBeGreaterThan(20);
  });

  it('are not found in noise, nor where they are a few', () => {
    expect(spreadOf([])).toBe(0);
    expect(spreadOf(spotsOver(12, 8))).toBe(0);
  });

  it('are not found where they hardly stand out', () => {
    expect(spreadOf(spotsOver(12, 30), 20)).toBe(0);
  });
});

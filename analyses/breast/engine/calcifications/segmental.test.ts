import { describe, expect, it } from 'vitest';
import { calibration } from '../calibration.ts';
import { noiseAt, phantomReading } from '../phantom.test-support.ts';
import { findSpots } from './calcifications.ts';
import { clusterSpots } from './clusters.ts';

const size = { width: 480, height: 800 };
const spacing = { spacing: { xMm: 0.2, yMm: 0.2, kind: 'calibrated' as const } };

/** Spots over a wedge of 32 mm from the nipple's side toward the chest wall, there `wideMm` wide. */
function wedge(count: number, wideMm: number): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, k) => {
    const along = (noiseAt(k, 1) + 1) / 2;
    return [240 - 160 * along, 400 + (wideMm / 0.4) * along * noiseAt(k, 2)] as const;
  });
}

function named(count: number, wideMm: number) {
  const at = wedge(count, wideMm);
  const extra = (x: number, y: number) => (at.some(([px, py]) => Math.hypot(x - px, y - py) <= 1) ? 30 : 0);
  const { working, tissue } = phantomReading({ ...size, extra }, spacing);
  return clusterSpots(findSpots(working, tissue), calibration).filter(
    ({ dense, probability }) => dense && probability >= calibration.operating.calcification,
  );
}

describe('calcifications spread over a segment', () => {
  it.each([
    [15, 24],
    [15, 48],
    [30, 48],
  ])('are named, %i of them over a wedge of 32 by %i mm', (count, wideMm) => {
    expect(named(count, wideMm).length).toBeGreaterThanOrEqual(1);
  });

  it('are named in several places where they are many', () => {
    expect(named(60, 24).length).toBeGreaterThanOrEqual(2);
  });
});

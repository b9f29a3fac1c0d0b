import { describe, expect, it } from 'vitest';
import { manifest } from '../../manifest.ts';
import { palette, segmentedView } from './views.ts';

function channels(hex: string): number[] {
  return [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16));
}

/** Hover tolerance of the specification, per channel. */
const tolerance = 20;

describe('the segmented picture', () => {
  it('paints every class in its flat colour', () => {
    const view = segmentedView({ width: 7, height: 1, data: Uint8Array.of(0, 1, 2, 3, 4, 5, 6) });
    expect(Array.from(view.data.subarray(0, 3))).toEqual([0, 0, 0]);
    expect(Array.from(view.data.subarray(12, 15))).toEqual([0x2e, 0xcc, 0x71]);
  });

  it('has no neutral that hovering could take for a finding', () => {
    for (const neutral of [0, 1, 3]) {
      for (const { colour } of manifest.findingTypes) {
        const apart = channels(palette[neutral] ?? '').some(
          (value, k) => Math.abs(value - (channels(colour)[k] ?? 0)) > tolerance,
        );
        expect(apart).toBe(true);
      }
    }
  });
});

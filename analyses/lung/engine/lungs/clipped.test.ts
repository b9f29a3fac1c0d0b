import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { greyStudy, painted } from '../../../study.test-support.ts';
import { lungsAreClipped } from './clipped.ts';

const lungs = { ...mask(40, 40), data: Uint8Array.from({ length: 1600 }, (_, i) => (i % 40 < 20 ? 1 : 0)) };
const shown = (lung: number) => greyStudy(painted(40, 40, (x) => (x < 20 ? lung : 200))).grey;

describe('the window of a slice', () => {
  it('that shows the lungs black is told from one that shows them grey', () => {
    expect(lungsAreClipped(shown(0), lungs)).toBe(true);
    const withAir = shown(40);
    withAir.data[39] = 0;
    expect(lungsAreClipped(withAir, lungs)).toBe(false);
  });

  it('is no matter where there are no lungs', () => {
    expect(lungsAreClipped(shown(0), mask(40, 40))).toBe(false);
  });
});

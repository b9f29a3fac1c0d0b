import { describe, expect, it } from 'vitest';
import { isReported } from '../operating-point.ts';
import { amongOpacities, shifted } from './among-opacities.ts';

const patch = { within: 0.6, others: 0.1, widthPx: 25 };
const isNamed = (probability: number, spot: typeof patch) =>
  isReported({ score: shifted(probability, amongOpacities(spot)) });

describe('a spot in lungs with opacities', () => {
  it('is an opacity where it looks like one of many', () => {
    expect(isNamed(0.97, patch)).toBe(false);
    expect(isNamed(0.8, { within: 0, others: 0.1, widthPx: 12 })).toBe(false);
  });

  it('is a nodule where it is sure, small and clear of a few others', () => {
    expect(isNamed(0.97, { within: 0.05, others: 0.02, widthPx: 10 })).toBe(true);
    expect(isNamed(0.95, { within: 0.1, others: 0, widthPx: 8 })).toBe(true);
  });

  it('is the less likely the wider it is, the more opaque it is and the more there are', () => {
    const shifts = [
      { within: 0, others: 0.03, widthPx: 12 },
      { within: 0, others: 0.03, widthPx: 30 },
      { within: 0.5, others: 0.03, widthPx: 30 },
      { within: 0.5, others: 0.3, widthPx: 30 },
    ].map(amongOpacities);
    expect(shifts).toEqual([...shifts].sort((a, b) => b - a));
  });

  it('never gains by them, and keeps its probability without a shift', () => {
    expect(amongOpacities({ within: 0, others: 0, widthPx: 8 })).toBe(0);
    expect(isNamed(0.6, { within: 0, others: 0, widthPx: 16 })).toBe(true);
    expect([0, 0.3, 1].map((p) => shifted(p, 0))).toEqual([0, 0.3, 1]);
    expect(shifted(1, -50)).toBeLessThan(0.01);
  });
});

import { describe, expect, it } from 'vitest';
import { type Phantom, phantomStudy, softDisc } from '../phantom.test-support.ts';
import { viewProblemOf } from './standard-view.ts';
import { makeWorkingImage } from './working-image.ts';

const size = { width: 300, height: 600 };
const problem = (phantom: Phantom) => viewProblemOf(makeWorkingImage(phantomStudy(phantom)));

/** A breast to either side of the middle, `gap` pixels apart. */
function bothBreasts(gap: number): Phantom {
  const half = (x: number, y: number) => (x / 220) ** 2 + ((y - 300) / 270) ** 2 < 1;
  return {
    width: 600,
    height: 600,
    over: (x, y) => {
      const away = Math.abs(x - 300) - gap / 2;
      return away >= 0 && half(away, y) ? 90 + ((x + y) % 3) : 2;
    },
  };
}

describe('what is no standard view of one breast', () => {
  it('is not a breast alone, with muscle, with a dense mass or with a film label', () => {
    const mass = { x: 90, y: 300, radius: 30, edge: 3, height: 120 };
    expect(problem(size)).toBeNull();
    expect(problem({ ...size, muscle: true })).toBeNull();
    expect(problem({ ...size, extra: (x, y) => softDisc(x, y, mass) })).toBeNull();
    expect(problem({ ...size, over: (x, y) => (x > 250 && y < 60 ? 230 : null) })).toBeNull();
  });

  it('is a picture of both breasts, apart or joined at the chest wall', () => {
    expect(problem(bothBreasts(40))).toBe('two_breasts');
    expect(problem(bothBreasts(0))).toBe('two_breasts');
  });

  it('is a spot or magnification view, which tissue fills from border to border', () => {
    expect(problem({ ...size, over: (x, y) => 90 + ((x * 7 + y * 3) % 23) })).toBe('no_outline');
  });

  it('is a breast with an implant', () => {
    const implant = { x: 60, y: 300, radius: 110, edge: 1, height: 160 };
    expect(problem({ ...size, extra: (x, y) => softDisc(x, y, implant) })).toBe('implant');
  });
});

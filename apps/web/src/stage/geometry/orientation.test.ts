import { describe, expect, it } from 'vitest';
import { changeOrientation, lettersAt, type OrientationChange, stageAxes, upright } from './orientation.ts';

/** A grid as it is seen after changes, by asking which pixel lies where on the stage. */
function seen(rows: readonly string[], ...changes: OrientationChange[]): string[] {
  const { a, b, c, d } = stageAxes(changes.reduce(changeOrientation, upright));
  const places = rows.flatMap((row, y) =>
    [...row].map((letter, x) => ({
      letter,
      across: a * x + c * y,
      down: b * x + d * y,
    })),
  );
  const lines = [...new Set(places.map(({ down }) => down))].sort((a, b) => a - b);
  return lines.map((line) =>
    places
      .filter(({ down }) => down === line)
      .sort((a, b) => a.across - b.across)
      .map(({ letter }) => letter)
      .join(''),
  );
}

const grid = ['abc', 'def'];

describe('turning and flipping', () => {
  it('turns clockwise', () => {
    expect(seen(grid)).toEqual(['abc', 'def']);
    expect(seen(grid, 'rotate')).toEqual(['da', 'eb', 'fc']);
    expect(seen(grid, 'rotate', 'rotate')).toEqual(['fed', 'cba']);
    expect(seen(grid, 'rotate', 'rotate', 'rotate')).toEqual(['cf', 'be', 'ad']);
  });

  it('flips what is seen, whichever way it is turned', () => {
    expect(seen(grid, 'flip-horizontal')).toEqual(['cba', 'fed']);
    expect(seen(grid, 'flip-vertical')).toEqual(['def', 'abc']);
    expect(seen(grid, 'rotate', 'flip-horizontal')).toEqual(['ad', 'be', 'cf']);
    expect(seen(grid, 'rotate', 'flip-vertical')).toEqual(['fc', 'eb', 'da']);
    expect(seen(grid, 'flip-horizontal', 'rotate')).toEqual(['fc', 'eb', 'da']);
  });

  it('comes back', () => {
    const around = ['rotate', 'rotate', 'rotate', 'rotate'] as const;
    expect(around.reduce(changeOrientation, upright)).toEqual(upright);
    const twice = ['rotate', 'flip-vertical', 'flip-vertical', 'rotate', 'rotate', 'rotate'] as const;
    expect(twice.reduce(changeOrientation, upright)).toEqual(upright);
  });
});

describe('the letters at the borders', () => {
  const axial = { row: [1, 0, 0], column: [0, 1, 0] } as const;
  const letters = (...changes: OrientationChange[]) => {
    const { left, right, top, bottom } = lettersAt(axial, changes.reduce(changeOrientation, upright));
    return left + right + top + bottom;
  };

  it('stay true however the image is turned and flipped', () => {
    expect(letters()).toBe('RLAP');
    expect(letters('flip-horizontal')).toBe('LRAP');
    expect(letters('flip-vertical')).toBe('RLPA');
    expect(letters('rotate')).toBe('PARL');
    expect(letters('rotate', 'flip-horizontal')).toBe('APRL');
  });
});

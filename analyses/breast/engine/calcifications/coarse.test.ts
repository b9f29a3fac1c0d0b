import { describe, expect, it } from 'vitest';
import { isUnclear } from '../../reading/to-judge.ts';
import { noiseAt, phantomReading } from '../phantom.test-support.ts';
import { findCoarse } from './coarse.ts';

const size = { width: 480, height: 800 };
const at = { x: 160, y: 400 };

/** Air of film, which is never even. */
const fog = (x: number, y: number) => (x > 400 ? 2 + (noiseAt(x, y) > 0.5 ? 3 : 0) : null);

/** What is found on a film of noise, gland and what `extra` adds, at 0.2 mm a pixel. */
function found(
  extra: (x: number, y: number) => number,
  mm = 0.2,
  over: (x: number, y: number) => number | null = fog,
) {
  const gland = (x: number, y: number) => 90 * Math.exp(-(((x - 150) / 80) ** 2) - ((y - 420) / 120) ** 2);
  const film = phantomReading(
    { ...size, over, extra: (x, y) => gland(x, y) + extra(x, y) },
    { spacing: { xMm: mm, yMm: mm, kind: 'calibrated' } },
  );
  return findCoarse(film.working, film.tissue);
}
const away = (x: number, y: number) => Math.hypot(x - at.x, y - at.y);

describe('coarse calcifications', () => {
  it('are round ones, with their place and size', () => {
    const [one, ...others] = found((x, y) => (away(x, y) <= 5 ? 110 : 0)) ?? [];
    expect(others).toEqual([]);
    expect(one?.form).toBe('round');
    expect(Math.hypot((one?.x ?? 0) - at.x, (one?.y ?? 0) - at.y)).toBeLessThan(1);
    expect(one?.sizeMm).toBeGreaterThan(1.8);
    expect(one?.sizeMm).toBeLessThan(2.8);
  });

  it('are rims around a lucent center', () => {
    const rim = (x: number, y: number) => (away(x, y) <= 8 ? (away(x, y) >= 5 ? 110 : 30) : 0);
    expect(found(rim)?.map(({ form }) => form)).toEqual(['rim']);
  });

  it('are rods, but not a line of the scanner along a row', () => {
    const along = (x: number, y: number) =>
      Math.abs(x - at.x + (y - at.y)) <= 24 && Math.abs(x - at.x - (y - at.y)) <= 4;
    expect(found((x, y) => (along(x, y) ? 110 : 0))?.map(({ form }) => form)).toEqual(['rod']);
    expect(found((x, y) => (y === at.y && Math.abs(x - at.x) < 12 ? 140 : 0))).toEqual([]);
  });

  it('are no masses, no gland, no spots of a cluster', () => {
    expect(found(() => 0)).toEqual([]);
    expect(found((x, y) => 110 / (1 + Math.exp((away(x, y) - 30) / 6)))).toEqual([]);
    expect(found((x, y) => 60 * Math.exp(-((away(x, y) / 9) ** 2)))).toEqual([]);
    expect(found((x, y) => (away(x, y) < 1 ? 150 : 0))).toEqual([]);
  });

  it('are not looked for where pixels are too large to show them, nor in digital pictures', () => {
    const round = (x: number, y: number) => (away(x, y) <= 5 ? 110 : 0);
    expect(found(round, 0.3)).toBeNull();
    expect(found(round, 0.2, () => null)).toBeNull();
  });

  it('leave a view open where one is irregular or they are many', () => {
    const [round, irregular] = [{ form: 'round' }, { form: 'irregular' }] as const;
    expect(isUnclear([])).toBe(false);
    expect(isUnclear([round, { form: 'rod' }])).toBe(false);
    expect(isUnclear([round, irregular])).toBe(true);
    expect(isUnclear([round, round, round, round, round])).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { rankMasses } from './mass-ranks.ts';

const mass = (x: number, radius: number, lesion: number) => ({
  x,
  y: 0,
  radius,
  lesion,
  malignant: 0,
  features: [],
});

describe('the order of mass candidates', () => {
  it('lowers what lies beside a likelier place, and looks elsewhere first', () => {
    const parts = [mass(0, 20, 0.5), mass(25, 10, 0.45), mass(200, 10, 0.3)];
    const ranked = rankMasses(parts);
    expect(ranked.map(({ candidate }) => candidate.x)).toEqual([0, 200, 25]);
    expect(ranked[2]?.score).toBeCloseTo(1 / (1 + (0.55 / 0.45) * Math.exp(1.5)), 6);
  });

  it('leaves places apart from each other as they are', () => {
    const apart = [mass(0, 10, 0.2), mass(16, 10, 0.9), mass(40, 10, 0.4)];
    const scores = rankMasses(apart.slice(1)).map(({ score }) => score);
    expect(scores).toEqual([0.9, 0.4]);
  });

  it('lowers a place once, however many stand before it', () => {
    const row = [mass(0, 20, 0.9), mass(20, 20, 0.8), mass(10, 20, 0.5)];
    expect(rankMasses(row).map(({ score }) => score)).toEqual([
      0.9,
      expect.closeTo(0.4716, 3),
      expect.closeTo(0.1824, 3),
    ]);
  });

  it('keeps certain candidates finite', () => {
    const scores = rankMasses([mass(0, 10, 1), mass(1, 10, 1)]).map(({ score }) => score);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });
});

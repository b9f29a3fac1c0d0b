import { describe, expect, it } from 'vitest';
import { calibration } from '../calibration.ts';
import { phantomReading } from '../phantom.test-support.ts';
import { type MassCandidate, type MassSearch, searchMasses } from './masses.ts';
import { nameMasses } from './named-masses.ts';

const points = { operating: { mass: 0.3, calcification: 0.3 }, marks: { ...calibration.marks, mass: 0.1 } };
const mass = (x: number, y: number, lesion: number): MassCandidate => ({
  x,
  y,
  radius: 10,
  lesion,
  malignant: lesion,
  features: [],
});

/** The search of a drawn breast, its candidates replaced. */
function searchWith(candidates: readonly MassCandidate[]): MassSearch {
  const { working, tissue, lesions } = phantomReading({ width: 480, height: 800 });
  const search = searchMasses(working, { tissue, lesions }, calibration);
  if (search === null) throw new Error('the phantom has a breast');
  return { ...search, candidates };
}

describe('what is named of the candidates', () => {
  it('joins the parts of one mass around its likeliest place', () => {
    const { named } = nameMasses(searchWith([mass(60, 100, 0.6), mass(76, 100, 0.2)]), null, points);
    expect(named).toHaveLength(1);
    // 16 pixels apart, weighted by 0.36 and 0.04.
    expect(named[0]).toMatchObject({ x: 62, y: 100, lesion: 0.6 });
    expect(named[0]?.radius).toBeGreaterThan(24);
  });

  it('counts what is below the operating point, but not within a named mass nor under the second point', () => {
    const candidates = [mass(60, 100, 0.6), mass(64, 100, 0.2), mass(60, 180, 0.2), mass(120, 60, 0.05)];
    const { named, below } = nameMasses(searchWith(candidates), null, points);
    expect(named).toHaveLength(1);
    expect(below.map(({ candidate }) => candidate.y)).toEqual([180]);
  });

  it('counts a mass once that is too large for its parts to be joined', () => {
    const large = (x: number, lesion: number) => ({ ...mass(x, 200, lesion), radius: 30 });
    const parts = [large(60, 0.6), large(100, 0.5), large(160, 0.4)];
    const { named, below } = nameMasses(searchWith(parts), null, points);
    expect(named.map(({ x }) => x)).toEqual([60, 160]);
    expect(below).toEqual([]);
  });

  it('goes by malignancy: a likely lesion that hardly looks malignant is not named', () => {
    const benign = { ...mass(60, 100, 0.9), malignant: 0.2 };
    const { named, below } = nameMasses(searchWith([benign]), null, points);
    expect([named.length, below.length]).toEqual([0, 1]);
  });

  it('names nothing without a search', () => {
    expect(nameMasses(null, null, points)).toEqual({ named: [], nipples: 0, below: [] });
  });
});

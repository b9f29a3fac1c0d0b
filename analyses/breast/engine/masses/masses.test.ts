import { area } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { calibration } from '../calibration.ts';
import { phantomReading, softDisc, spikes } from '../phantom.test-support.ts';
import { describeMass } from './descriptors.ts';
import { massFeatureNames } from './mass-features.ts';
import { searchMasses } from './masses.ts';

const size = { width: 480, height: 800 };
const centre = { x: 180, y: 400, radius: 30 };

/** The candidate nearest to the drawn mass, and what is said of it. */
function read(extra: (x: number, y: number) => number, spacingMm?: number) {
  const spacing =
    spacingMm === undefined
      ? {}
      : { spacing: { xMm: spacingMm, yMm: spacingMm, kind: 'calibrated' as const } };
  const { working, tissue, lesions } = phantomReading({ ...size, extra }, spacing);
  const search = searchMasses(working, { tissue, lesions }, calibration);
  if (search === null) throw new Error('the phantom has a breast');
  const { grid } = search.context;
  const near = search.candidates.filter(
    (mass) =>
      Math.hypot(grid.left + mass.x * grid.scale - centre.x, grid.top + mass.y * grid.scale - centre.y) < 12,
  );
  const [best] = near.sort(
    (a, b) => Math.abs(a.radius * grid.scale - 30) - Math.abs(b.radius * grid.scale - 30),
  );
  return {
    tissue,
    search,
    best,
    describe: () => (best === undefined ? null : describeMass(working, tissue, search, best)),
  };
}

function measure(mass: { features: readonly number[] } | undefined, name: string): number {
  return mass?.features[massFeatureNames.indexOf(name)] ?? Number.NaN;
}

const round = (x: number, y: number) => softDisc(x, y, { ...centre, edge: 1.2, height: 70 });
const spiculated = (x: number, y: number) =>
  softDisc(x, y, { ...centre, radius: 18, edge: 4, height: 60 }) +
  spikes(x, y, { ...centre, count: 18, height: 45 });

describe('the search for masses', () => {
  const plain = read(round);
  const star = read(spiculated);

  it('finds a planted round mass as its best candidate and outlines it', () => {
    expect(plain.search.candidates[0]).toBe(plain.best);
    const said = plain.describe();
    expect(said?.sizePx).toBeGreaterThan(52);
    expect(said?.sizePx).toBeLessThan(70);
    expect(said).toMatchObject({ shape: 'round', margin: 'circumscribed', density: 'high', sizeMm: null });
  });

  it('tells a spiculated mass from a round one', () => {
    expect(measure(star.best, 'spicules')).toBeGreaterThan(measure(plain.best, 'spicules') + 0.5);
    expect(star.describe()?.margin).toBe('spiculated');
  });

  it('calls a long smooth mass oval and gives millimetres where the spacing is known', () => {
    const stretched = (x: number, y: number) => round(centre.x + (x - centre.x) / 1.6, y);
    const said = read(stretched, 0.25).describe();
    expect(said?.shape).toBe('oval');
    // 2 x 30 x 1.6 pixels of 0.25 mm.
    expect(said?.sizeMm).toBeGreaterThan(21);
    expect(said?.sizeMm).toBeLessThan(27);
    expect(said?.sizeMmEstimated).toBeNull();
  });

  it('estimates millimetres from the size of the breast where the file gives no spacing', () => {
    const said = plain.describe();
    const perPixel = 115 / Math.sqrt(area(plain.tissue.breast));
    expect(said?.sizeMmEstimated).toBeCloseTo((said?.sizePx ?? 0) * perPixel, 1);
  });

  it('keeps at most twenty candidates, best first', () => {
    const { candidates } = plain.search;
    expect(candidates.length).toBeLessThanOrEqual(20);
    const scores = candidates.map((mass) => mass.lesion);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const mass of candidates) expect(mass.malignant).toBeLessThanOrEqual(mass.lesion);
  });
});

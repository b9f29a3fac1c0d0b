import { describe, expect, it } from 'vitest';
import { calibration } from '../calibration.ts';
import { phantomReading } from '../phantom.test-support.ts';
import { findSpots, seesCalcifications } from './calcifications.ts';
import { type Cluster, clusterSpots, unnamedClusters } from './clusters.ts';

const size = { width: 480, height: 800 };
/** Seven spots within 6 mm at 0.2 mm per pixel. */
const planted = [
  [150, 400],
  [160, 392],
  [168, 408],
  [155, 415],
  [172, 398],
  [145, 408],
  [163, 420],
] as const;

const spacing = { spacing: { xMm: 0.2, yMm: 0.2, kind: 'calibrated' as const } };

function spot(x: number, y: number): number {
  return planted.some(([px, py]) => Math.hypot(x - px, y - py) <= 1) ? 90 : 0;
}

describe('the search for calcifications', () => {
  const { working, tissue } = phantomReading({ ...size, extra: spot }, spacing);
  const search = findSpots(working, tissue);

  it('finds every planted spot within two pixels', () => {
    for (const [x, y] of planted) {
      expect(search.spots.some((one) => Math.hypot(one.x - x, one.y - y) <= 2)).toBe(true);
    }
  });

  it('joins them to one cluster of at least five within a square centimetre', () => {
    const [best] = clusterSpots(search, calibration);
    expect(best?.dense).toBe(true);
    expect(best?.spots.length).toBeGreaterThanOrEqual(5);
    expect(best?.spots.length).toBeLessThanOrEqual(planted.length);
  });

  it('finds spots of 0.2 mm in a picture of 0.1 mm per pixel', () => {
    const [fine, reach] = [{ width: 1200, height: 2000 }, 1];
    const at = planted.map(([x, y]) => [x * 2.5 + 0.5, y * 2.5 + 0.5] as const);
    const small = (x: number, y: number) =>
      at.some(([px, py]) => Math.hypot(x - px, y - py) <= reach) ? 30 : 0;
    const film = phantomReading(
      { ...fine, extra: small },
      { spacing: { xMm: 0.1, yMm: 0.1, kind: 'calibrated' as const } },
    );
    expect(film.working.fine).toMatchObject(fine);
    const { spots } = findSpots(film.working, film.tissue);
    const [scale, near] = [film.working.scale, 3];
    const found = at.filter(([x, y]) =>
      spots.some((one) => Math.hypot(one.x * scale - x, one.y * scale - y) <= near),
    );
    expect(found.length).toBe(at.length);
  });

  it('takes no line for a row of spots', () => {
    const vessel = phantomReading({ ...size, extra: (_, y) => (Math.abs(y - 400) <= 1 ? 60 : 0) }, spacing);
    const spots = findSpots(vessel.working, vessel.tissue).spots;
    expect(spots.filter(({ x, y }) => Math.abs(y - 400) < 6 && x > 20 && x < 360)).toEqual([]);
  });

  it('takes clip marks for no cluster', () => {
    const clips = [
      [120, 380],
      [150, 420],
      [180, 390],
    ] as const;
    const clip = (x: number, y: number) =>
      clips.some(([cx, cy]) => Math.abs(x - cx) <= 1 && Math.abs(y - cy) <= 7) ? 150 : 0;
    const film = phantomReading({ ...size, extra: clip }, spacing);
    const found = clusterSpots(findSpots(film.working, film.tissue), calibration);
    const named = found.filter(
      ({ dense, probability }) => dense && probability >= calibration.marks.calcification,
    );
    expect(named).toEqual([]);
  });

  it('finds nothing in even tissue', () => {
    const even = phantomReading(size, spacing);
    const found = clusterSpots(findSpots(even.working, even.tissue), calibration);
    expect(found.filter((cluster) => cluster.dense)).toEqual([]);
  });
});

it.each([
  [480, 640, undefined, false],
  [480, 800, undefined, true],
  [480, 640, 0.3, true],
  [480, 800, 0.31, false],
])('%i by %i pixels of %s mm show calcifications: %s', (width, height, mm, isSeen) => {
  const sized = mm === undefined ? {} : { spacing: { xMm: mm, yMm: mm, kind: 'calibrated' as const } };
  expect(seesCalcifications(phantomReading({ width, height }, sized).working)).toBe(isSeen);
});

describe('places with calcifications that are not named', () => {
  const { operating, marks } = calibration;
  const cluster = (probability: number, dense: boolean): Cluster => ({
    box: { x: 0, y: 0, width: 9, height: 9 },
    spots: [],
    features: [],
    probability,
    dense,
  });
  const between = (operating.calcification + marks.calcification) / 2;

  it('are clusters below the operating point and above the second one', () => {
    const [below, named, faint] = [
      cluster(between, true),
      cluster(operating.calcification, true),
      cluster(marks.calcification / 2, true),
    ];
    expect(unnamedClusters([below, named, faint], calibration)).toEqual([below]);
  });

  it('are groups of too few spots that are as likely as what is named', () => {
    const [likely, unlikely] = [cluster(0.6, false), cluster(between, false)];
    expect(unnamedClusters([likely, unlikely], calibration)).toEqual([likely]);
  });
});

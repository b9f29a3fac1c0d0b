import { randomUUID } from 'node:crypto';
import type { Landmarks } from '@second-read/core/reading/landmarks';
import { anyReading } from '@second-read/core/reading/reading';
import { noHeader } from '@second-read/core/report/document';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { noReview } from '@second-read/core/review/review-module';
import { describe, expect, it } from 'vitest';
import { moduleOf } from './catalogue.ts';

const picture = { width: 200, height: 200, spacingMm: { x: 0.5, y: 0.5, kind: 'calibrated' } };

/** 20 columns and 10 rows around a place. */
const around = (x: number, y: number) => [
  { x: x - 10, y: y - 5 },
  { x: x + 10, y: y - 5 },
  { x: x + 10, y: y + 5 },
  { x: x - 10, y: y + 5 },
];

type Wish = Change extends infer C ? (C extends Change ? Omit<C, 'id'> : never) : never;

/** The first example of a module with these landmarks, as a reader changed it. */
function drawn(id: Parameters<typeof moduleOf>[0], landmarks: Landmarks | undefined, ...wishes: Wish[]) {
  const { demoReplies, reading, report, review = noReview } = moduleOf(id);
  const machine = anyReading.parse(reading.readingFromWire(demoReplies[0] ?? {}));
  const seen = { ...machine, input: { ...machine.input, ...(id === 'breast' && { view: 'CC' }) } };
  const changes = wishes.map((wish) => ({ ...wish, id: randomUUID() }) as Change);
  const now = applyChanges(review, { ...seen, ...(landmarks && { landmarks }) }, changes, picture);
  expect(reading.schema.safeParse(now.reading).error).toBeUndefined();
  return { findings: now.reading.findings, document: report.toDocument(now.reading, noHeader) };
}

describe('what a reader outlines on one image', () => {
  const wall = { wallTop: { x: 0, y: 0 }, wallBottom: { x: 0, y: 200 } };
  const breast = { ...wall, nipple: { x: 100, y: 100 } };
  const mass = (x: number, y: number): Wish => ({
    ...{ kind: 'add', finding: { id: 'mass-9', type: 'mass', outline: around(x, y) } },
  });

  it('has the level and depth of a breast, with the words of the engine', () => {
    const { findings, document } = drawn('breast', breast, mass(20, 20));
    const own = findings.find(({ id }) => id === 'mass-9');
    expect(own?.descriptors).toMatchObject({ place: { level: 'lateral', depth: 'posterior' } });
    expect(JSON.stringify(document)).toContain('lateral, posterior depth');
    const again: Wish = { kind: 'outline', finding: 'mass-9', to: around(80, 180) };
    expect(
      drawn('breast', breast, mass(20, 20), again).findings.find(({ id }) => id === 'mass-9')?.descriptors,
    ).toMatchObject({ place: { level: 'medial', depth: 'anterior' } });
  });

  it('is placed alike where the image is stored on its side, and over the muscle', () => {
    const turned = { wallTop: { x: 200, y: 0 }, wallBottom: { x: 0, y: 0 }, nipple: { x: 100, y: 100 } };
    const placeIn = (landmarks: Landmarks | undefined, x: number, y: number) =>
      drawn('breast', landmarks, mass(x, y)).findings.find(({ id }) => id === 'mass-9')?.descriptors?.place;
    expect(placeIn(turned, 180, 20)).toEqual({ level: 'lateral', depth: 'posterior' });
    const muscle = { ...breast, wallTop: { x: 60, y: 0 }, muscleEnd: { x: 30, y: 100 } };
    expect(placeIn(muscle, 20, 30)).toMatchObject({ depth: 'over_muscle' });
    expect(placeIn(undefined, 20, 20)).toBeNull();
  });

  it('has lung and third of a chest, unless its reader states another side', () => {
    const lungs = {
      ...{ left: { x: 150, y: 100 }, leftFront: { x: 150, y: 20 }, leftBack: { x: 150, y: 180 } },
      ...{ right: { x: 50, y: 100 }, rightFront: { x: 50, y: 20 }, rightBack: { x: 50, y: 180 } },
    };
    const nodule = { id: 'nodule-9', type: 'nodule', outline: around(140, 160) };
    const of = (finding: object) =>
      drawn('lung', lungs, { kind: 'add', finding } as Wish).findings.find(({ id }) => id === 'nodule-9');
    expect(of(nodule)).toMatchObject({ side: 'left', descriptors: { third: 'posterior' } });
    expect(of({ ...nodule, side: 'right' })).toMatchObject({ side: 'right' });
  });

  it('has the side of a head by its midline', () => {
    const midline = { front: { x: 100, y: 0 }, back: { x: 100, y: 200 }, left: { x: 199, y: 100 } };
    const of = (x: number) => {
      const { findings } = drawn(
        'brain-ct',
        midline,
        { kind: 'describe', finding: 'haemorrhage-1', descriptor: 'sign', to: 'detected' },
        { kind: 'outline', finding: 'haemorrhage-1', to: around(x, 100) },
      );
      return findings.find(({ id }) => id === 'haemorrhage-1')?.side;
    };
    expect([of(40), of(160), of(100)]).toEqual(['right', 'left', 'both']);
  });
});

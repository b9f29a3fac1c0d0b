import { describe, expect, it } from 'vitest';
import type { AnyReading } from '../../reading/reading.ts';
import { applyChanges } from '../apply-changes.ts';
import { type Change, changeSchema, hasFreeText } from '../change.ts';
import { refusalOf } from '../check-change.ts';
import type { ImagePlace, ReaderMeasurement } from '../measurements/reader-measurement.ts';
import { bareFinding } from '../module-parts.ts';
import { noReview } from '../review-module.ts';
import type { ReviewSoFar } from '../review-so-far.ts';
import { nextUndo } from '../undone.ts';
import { type KeyImageLook, mostKeyImages } from './key-image.ts';
import { keyImageName, keyImageOf, keyImagesOnPaper, onPicture, pictureRatio } from './key-image-on-paper.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const pixelMm = { x: 0.5, y: 2 };
const look = (change: Partial<KeyImageLook> = {}): KeyImageLook => ({
  ...{ image: {}, pixelMm, area: { x: 10, y: 20, width: 40, height: 20 } },
  ...{ isMirrored: false, quarterTurns: 0, isInverted: false },
  window: { centre: -600, width: 1500, unit: 'HU' },
  overlays: { findings: true, regions: false },
  letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
  marks: [{ finding: 'mass-1', colour: '#E69F00', points: [at(10, 20), at(50, 20), at(50, 40)] }],
  ...change,
});
const keep = (number: number, change?: Partial<KeyImageLook>) =>
  changed({ id: uuid(number), kind: 'keep_key_image', keyImage: look(change), picture: 'AAAA' });
const remove = (number: number) => changed({ kind: 'remove_key_image', keyImage: uuid(number) });
const bringBack = (number: number) => changed({ kind: 'return_key_image', keyImage: uuid(number) });

let made = 1_000;
function changed(wish: object): Change {
  made += 1;
  return changeSchema.parse({ id: uuid(made), ...wish });
}

function at(x: number, y: number) {
  return { x, y };
}

const machine: AnyReading = {
  ...{ module: 'breast', version: 1, origin: 'engine', legible: true, rules: [] },
  ...{ input: { gate: null, spacingKnown: null }, texts: { conclusion: null, comments: [] } },
  findings: [{ ...bareFinding('mass', 'mass-1'), state: 'found' }],
};
const picture = { width: 100, height: 80 };
const reviewed = (changes: readonly Change[]) => applyChanges(noReview, machine, changes, picture);
function soFar(changes: readonly Change[]): ReviewSoFar {
  const now = reviewed(changes);
  return { fields: noReview.fields, usedIds: [], changes, now, picture, pixelMm: () => pixelMm };
}

describe('key images in a review', () => {
  it('have the id of their change, go, come back, and leave their pictures to the change', () => {
    const all = [keep(1), keep(2), remove(1)];
    expect(reviewed(all).keyImages).toEqual([{ ...look(), id: uuid(2) }]);
    expect(reviewed(all).isChanged).toBe(false);
    expect(reviewed([...all, bringBack(1)]).keyImages.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
    expect(nextUndo(all)).toBeNull();
    expect(hasFreeText(keep(1))).toBe(false);
  });

  it('are refused beyond their image, on none, with another pixel size, and above their number', () => {
    const refused = (change: Partial<KeyImageLook>, so = soFar([])) => refusalOf(keep(1, change), so);
    expect(refused({})).toBeNull();
    expect(refused({ area: { x: 61, y: 0, width: 40, height: 20 } })).toContain('more than the image');
    expect(refused({ image: { slice: 0 } })).toContain('one image');
    expect(refused({ pixelMm: null })).toContain('pixel size');
    const fields = { ...noReview.fields, slices: 2, slicePictures: [picture, null] };
    const exam = { ...soFar([]), fields };
    expect(refused({ image: { slice: 0 } }, exam)).toBeNull();
    expect(refused({ image: { slice: 1 } }, exam)).toContain('not read');
    expect(refused({ image: { cut: { plane: 'coronal', across: 7, slabMm: 0 } } }, exam)).toBeNull();
    const full = Array.from({ length: mostKeyImages }, (_, number) => keep(number));
    expect(refusalOf(keep(99), soFar(full))).toContain('at most');
    expect(refusalOf(bringBack(1), soFar([...full, remove(1), keep(99)]))).toContain('at most');
    expect(refusalOf(remove(1), soFar([]))).toContain('removed already');
    expect(refusalOf(bringBack(1), soFar([keep(1)]))).toContain('not removed');
  });

  it('have at most so large a picture, so many marks, and letters of directions', () => {
    const change = (keyImage: object, picture = 'AAAA') =>
      changeSchema.safeParse({
        id: uuid(1),
        kind: 'keep_key_image',
        keyImage: { ...look(), ...keyImage },
        picture,
      }).success;
    expect(change({})).toBe(true);
    expect(change({}, 'A'.repeat(120_004))).toBe(false);
    expect(change({}, '<svg>')).toBe(false);
    const [mark] = look().marks;
    expect(change({ marks: Array.from({ length: 41 }, () => mark) })).toBe(false);
    expect(change({ letters: { left: 'X', right: '', top: '', bottom: '' } })).toBe(false);
  });
});

describe('a key image on paper', () => {
  const length = (image: ImagePlace): ReaderMeasurement => ({
    ...{ id: uuid(7), tool: 'length', image, pixelMm },
    points: [at(10, 20), at(50, 30)],
  });
  const version = { exam: undefined, reading: machine, measurements: [length({}), length({ slice: 1 })] };
  const shown = (change?: Partial<KeyImageLook>, of = version) => {
    const [image] = keyImagesOnPaper([{ ...look(change), id: uuid(1) }], of);
    if (!image) throw new Error('no key image');
    return image;
  };

  it('has its window in words, its letters, its width, the outlines and the measurements on it', () => {
    const image = shown();
    expect(keyImageOf(image)).toBe(uuid(1));
    expect(image).toMatchObject({ label: 'Image, W 1500 L -600 HU', widthMm: 20, letters: { left: 'R' } });
    const [outline, measured] = image.marks;
    expect(outline).toMatchObject({
      colour: '#E69F00',
      points: [at(0, 0), at(1, 0), at(1, 1)],
      isOpen: false,
    });
    expect(measured).toMatchObject({ points: [at(0, 0), at(1, 0.5)], isOpen: true, lines: ['28.3 mm'] });
    expect(image.marks).toHaveLength(2);
  });

  it('shows no outline of a finding that was rejected since, nor one that was hidden', () => {
    const reading = {
      ...machine,
      findings: [{ ...bareFinding('mass', 'mass-1'), state: 'not_found' as const }],
    };
    expect(shown({}, { ...version, reading }).marks).toHaveLength(1);
    expect(shown({ overlays: { findings: false, regions: false } }).marks).toHaveLength(1);
  });

  it('is mirrored, then turned clockwise, with the proportions of its pixels', () => {
    expect(onPicture(at(10, 20), look({ isMirrored: true }))).toEqual(at(1, 0));
    expect(onPicture(at(10, 20), look({ quarterTurns: 1 }))).toEqual(at(1, 0));
    expect(onPicture(at(50, 20), look({ quarterTurns: 1 }))).toEqual(at(1, 1));
    expect([pictureRatio(look()), pictureRatio(look({ quarterTurns: 3 }))]).toEqual([0.5, 2]);
    expect(shown({ quarterTurns: 1 }).widthMm).toBe(40);
  });

  it('has no scale without a pixel size in the patient, and no window of colors', () => {
    expect(shown({ pixelMm: null }).widthMm).toBeNull();
    expect(shown({ atDetector: true }).widthMm).toBeNull();
    expect(keyImageName(look({ window: null }), undefined)).toBe('Image');
  });

  it('draws ellipses, arrows and probes as they are drawn on the stage', () => {
    const common = { id: uuid(8), image: {}, pixelMm };
    const points: [ReturnType<typeof at>, ReturnType<typeof at>] = [at(10, 20), at(50, 20)];
    const own = (measurement: ReaderMeasurement) =>
      shown({ marks: [] }, { ...version, measurements: [measurement] }).marks[0];
    const ellipse = own({
      ...{ ...common, tool: 'ellipse', unit: 'HU' },
      points: [at(30, 40), at(30, 20), at(10, 30), at(50, 30)],
      statistics: { mean: 1, sd: 1, min: 0, max: 2 },
    });
    expect(ellipse?.isOpen).toBe(false);
    expect(Math.min(...(ellipse?.points ?? []).map(({ x }) => x))).toBeCloseTo(0);
    expect(Math.max(...(ellipse?.points ?? []).map(({ y }) => y))).toBeCloseTo(1);
    const arrow = own({ ...common, tool: 'arrow', points, text: 'Clip' });
    expect(arrow).toMatchObject({ isOpen: true, lines: ['Clip'] });
    expect(arrow?.points.slice(-2)).toEqual([at(0, 0), at(1, 0)]);
    const probe = own({ ...common, tool: 'probe', points: [at(30, 30)], unit: 'HU', values: [40] });
    expect(probe?.points[0]).toEqual(at(0.5, 0.5));
  });
});

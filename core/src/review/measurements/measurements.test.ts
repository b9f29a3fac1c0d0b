import { describe, expect, it } from 'vitest';
import type { AnyReading } from '../../reading/reading.ts';
import { applyChanges } from '../apply-changes.ts';
import { type Change, changeSchema, hasFreeText } from '../change.ts';
import { refusalOf } from '../check-change.ts';
import { bareFinding } from '../module-parts.ts';
import { noReview } from '../review-module.ts';
import type { ReviewSoFar } from '../review-so-far.ts';
import { nextRedo, nextUndo } from '../undone.ts';
import { ellipseStatistics } from './ellipse-statistics.ts';
import { measuredValues } from './measured-values.ts';
import { measurementLines, measurementRows } from './measurement-words.ts';
import { type ImagePlace, mostMeasurements, type ReaderMeasurement } from './reader-measurement.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const pixelMm = { x: 0.5, y: 2 };
const at = (x: number, y: number) => ({ x, y });
const length = (number: number, image: ImagePlace = {}, to = at(3, 4)): ReaderMeasurement => ({
  ...{ id: uuid(number), tool: 'length', image, pixelMm },
  points: [at(0, 0), to],
});
const ellipse: ReaderMeasurement = {
  ...{ id: uuid(9), tool: 'ellipse', image: {}, pixelMm, unit: 'HU' },
  points: [at(2, 4), at(2, 0), at(0, 2), at(4, 2)],
  statistics: { mean: 7.449, sd: 4.031, min: 1, max: 14 },
};

describe('what a measurement comes to', () => {
  it('is in millimeters by the size of each side of a pixel, else in pixels, which the words say', () => {
    expect(measuredValues(length(1))).toEqual([{ quantity: 'length', value: 8.1, unit: 'mm' }]);
    expect(measurementLines(length(1))).toEqual(['8.1 mm']);
    const unknown = { ...length(1), pixelMm: null };
    expect(measuredValues(unknown)).toEqual([{ quantity: 'length', value: 5, unit: 'px' }]);
    expect(measurementLines(unknown)).toEqual(['5.0 px (no spacing)']);
    expect(measurementLines({ ...length(1), atDetector: true })).toEqual(['8.1 mm at the detector']);
    expect(measurementLines({ ...ellipse, atDetector: true }).at(-1)).toBe('Area 12.6 mm² at the detector');
  });

  it('is the angle in the patient where pixels are not square', () => {
    const angle: ReaderMeasurement = {
      ...{ id: uuid(1), tool: 'angle', image: {}, pixelMm },
      points: [at(4, 0), at(0, 0), at(4, 1)],
    };
    expect(measurementLines(angle)).toEqual(['45.0°']);
    expect(measurementLines({ ...angle, pixelMm: null })).toEqual(['14.0°']);
  });

  it('is mean, deviation and area of an ellipse, with the words of the account for its area', () => {
    expect(measuredValues(ellipse).map(({ value, unit }) => [value, unit])).toEqual([
      [7.4, 'HU'],
      [4, 'HU'],
      [1, 'HU'],
      [14, 'HU'],
      [12.6, 'mm2'],
    ]);
    expect(measurementLines(ellipse)).toEqual(['Mean 7.4 HU, SD 4.0', 'Min 1, max 14 HU', 'Area 12.6 mm²']);
    const cm = { length: () => '', area: (mm2: number) => `${mm2 / 100} cm²` };
    expect(measurementLines(ellipse, cm).at(-1)).toBe('Area 0.126 cm²');
  });

  it('is the value of a pixel, or its colors', () => {
    const probe = { id: uuid(1), tool: 'probe', image: {}, pixelMm: null, points: [at(1.9, 2)] } as const;
    const words = (values: number[], unit: 'HU' | '') =>
      measurementLines({ ...probe, points: [at(1.9, 2)], values, unit });
    expect(words([-812], 'HU')).toEqual(['-812 HU', 'x 1, y 2']);
    expect(words([1, 2, 3], '')[0]).toBe('R 1 G 2 B 3');
  });

  it('counts the pixels whose centers lie in the ellipse', () => {
    const image = { width: 4, height: 4, samples: Array.from({ length: 16 }, (_, n) => n), isColor: false };
    const { points } = ellipse as ReaderMeasurement & { tool: 'ellipse' };
    expect(ellipseStatistics(points, image)).toMatchObject({ pixels: 12, mean: 7.5, min: 1, max: 14 });
    expect(ellipseStatistics([at(1, 1), at(1, 1), at(1, 1), at(1, 1)], image)).toBeNull();
  });

  it('is the text of an arrow', () => {
    const { points } = length(1) as ReaderMeasurement & { tool: 'length' };
    const arrow = (text: string): ReaderMeasurement => ({
      ...{ id: uuid(1), tool: 'arrow', image: {}, pixelMm },
      ...{ points, text },
    });
    expect(measuredValues(arrow('Clip'))).toEqual([]);
    expect(measurementRows([arrow('Clip'), arrow('')], undefined)).toEqual([
      ['Image, arrow', 'Clip'],
      ['Image, arrow', 'Without text'],
    ]);
    expect(hasFreeText(keep(arrow('Clip')))).toBe(true);
    expect([keep(arrow('')), keep(length(1))].map(hasFreeText)).toEqual([false, false]);
  });

  it('is a line of the report with the image and the kind', () => {
    const cut = { plane: 'coronal', across: 120, slabMm: 10, projection: 'minimum' } as const;
    expect(measurementRows([length(1), length(2, { cut })], undefined)).toEqual([
      ['Image, length', '8.1 mm'],
      ['Coronal plane 121 (10 mm slab, minimum), length', '8.1 mm'],
    ]);
  });
});

const machine: AnyReading = {
  ...{ module: 'breast', version: 1, origin: 'engine', legible: true, rules: [] },
  ...{ input: { gate: null, spacingKnown: null }, texts: { conclusion: null, comments: [] } },
  findings: [bareFinding('mass', 'mass-1')],
};
let made = 0;
const change = (wish: object): Change => {
  made += 1;
  return changeSchema.parse({ id: uuid(1_000 + made), ...wish });
};
const keep = (measurement: ReaderMeasurement) => change({ kind: 'keep_measurement', measurement });
const remove = (number: number) => change({ kind: 'remove_measurement', measurement: uuid(number) });
const reviewed = (changes: readonly Change[]) =>
  applyChanges(noReview, machine, changes, { width: 100, height: 80 });

describe('measurements in a review', () => {
  it('are replaced under their id, removed, and kept again', () => {
    const longer = length(1, {}, at(6, 8));
    const kept = reviewed([keep(length(1)), keep(length(2)), keep(longer), remove(2)]);
    expect(kept.measurements).toEqual([longer]);
    expect(kept.isChanged).toBe(false);
    expect(reviewed([keep(length(1)), remove(1), keep(length(1))]).measurements).toHaveLength(1);
  });

  it('stay where findings are rejected, and no undo or redo of findings is about them', () => {
    const reject = change({ kind: 'reject', finding: 'mass-1', reason: 'artefact' });
    const kept = keep(length(1));
    const all = [reject, kept];
    expect(reviewed(all).measurements).toHaveLength(1);
    expect(nextUndo(all)).toBe(reject.id);
    const undone = [...all, change({ kind: 'undo', change: reject.id }), keep(length(2))];
    expect(nextUndo(undone)).toBeNull();
    expect(nextRedo(undone)).toBe(reject.id);
    expect(reviewed(undone).measurements).toHaveLength(2);
    const undo = change({ kind: 'undo', change: kept.id });
    expect(refusalOf(undo, soFar(all))).toContain('There is no change');
  });

  it('are refused outside of their image, on none, with another pixel size, and above their number', () => {
    const refused = (measurement: ReaderMeasurement, so = soFar([])) => refusalOf(keep(measurement), so);
    expect(refused(length(1))).toBeNull();
    expect(refused(length(1, {}, at(101, 0)))).toContain('outside');
    expect(refused(length(1, { slice: 0 }))).toContain('one image');
    expect(refused({ ...length(1), pixelMm: { x: 0.51, y: 2 } })).toContain('pixel size');
    expect(refused({ ...length(1), pixelMm: null })).toContain('pixel size');
    const fields = { ...noReview.fields, slices: 2, slicePictures: [{ width: 100, height: 80 }, null] };
    const exam = { ...soFar([]), fields };
    expect(refused(length(1, { slice: 0 }), exam)).toBeNull();
    expect(refused(length(1), exam)).toContain('which image');
    expect(refused(length(1, { slice: 1 }), exam)).toContain('not read');
    expect(refused(length(1, { slice: 2 }), exam)).toContain('no image 3');
    expect(refused(length(1, { cut: { plane: 'coronal', across: 7, slabMm: 0 } }), exam)).toBeNull();
    const full = Array.from({ length: mostMeasurements }, (_, number) => keep(length(number)));
    expect(refused(length(mostMeasurements), soFar(full))).toContain('at most');
    expect(refused(length(0), soFar(full))).toBeNull();
    expect(refusalOf(remove(1), soFar([]))).toContain('removed already');
  });
});

function soFar(changes: readonly Change[]): ReviewSoFar {
  const now = reviewed(changes);
  const picture = { width: 100, height: 80 };
  return { fields: noReview.fields, usedIds: [], changes, now, picture, pixelMm: () => pixelMm };
}

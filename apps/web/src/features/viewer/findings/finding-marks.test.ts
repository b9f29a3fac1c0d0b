import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { manifest as cervix } from '@second-read/analyses/cervix/manifest';
import { manifests } from '@second-read/analyses/manifests';
import { markedTypes } from '@second-read/analyses/marked-types';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { coarseness, findingMarks, typeAt } from './finding-marks.ts';

function labelsOf(...rows: readonly string[]): LabelMap {
  const data = Uint8Array.from(
    rows.flatMap((row) => [...row].map((each) => (each === '.' ? 0 : Number(each)))),
  );
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

// Breast: 2 fibroglandular, 3 pectoral, 4 mass, 5 calcification.
const labels = labelsOf('22.44', '2.3.4', '....5', '44...');
const found = findingMarks(labels, markedTypes(breast));
const named = (label: string) => found.marks.find(({ type }) => type.label === label);

describe('the marks of findings', () => {
  it('are those of the finding types that occur, in the order of the manifest', () => {
    expect(found.marks.map(({ type }) => type.label)).toEqual(['Mass', 'Calcification', 'Breast Tissue']);
  });

  it('know each region by itself, the largest first, with its box and its border', () => {
    expect(named('Mass')?.regions).toEqual(
      [
        { box: { x: 3, y: 0, width: 2, height: 2 }, path: 'M3 0H5V2H4V1H3Z' },
        { box: { x: 0, y: 3, width: 2, height: 1 }, path: 'M0 3H2V4H0Z' },
      ].map((region) => ({ ...region, coarse: region.path })),
    );
    expect(named('Mass')?.path).toBe('M3 0H5V2H4V1H3ZM0 3H2V4H0Z');
    expect(named('Calcification')?.regions).toEqual([
      { box: { x: 4, y: 2, width: 1, height: 1 }, path: 'M4 2H5V3H4Z', coarse: 'M4 2H5V3H4Z' },
    ]);
  });

  it('have an outline with few corners beside that of each pixel, never further off than said', () => {
    const [size, radius] = [400, 180];
    const data = Uint8Array.from({ length: size * size }, (_, at) =>
      Math.hypot((at % size) - 200, Math.floor(at / size) - 200) < radius ? 4 : 0,
    );
    const [disc] = findingMarks({ width: size, height: size, data }, markedTypes(breast)).marks;
    const corners = (disc?.coarse.match(/[\d.]+ [\d.]+/g) ?? []).map((each) => each.split(' ').map(Number));
    expect(disc?.path.match(/[HV]/g)?.length).toBeGreaterThan(800);
    expect(corners.length).toBeLessThan(120);
    for (const [x = 0, y = 0] of corners) {
      const off = Math.abs(Math.hypot(x - 200.5, y - 200.5) - radius);
      expect(off).toBeLessThan(coarseness + 1);
    }
  });

  it('are none where nothing is marked', () => {
    expect(findingMarks(labelsOf('...', '.3.'), markedTypes(breast)).marks).toEqual([]);
  });

  it('tell the finding of a point by the class of its pixel', () => {
    expect(typeAt(found, { x: 4.9, y: 1.2 })?.id).toBe('mass');
    expect(typeAt(found, { x: 2.5, y: 1.5 })).toBeNull();
    expect(typeAt(found, { x: -0.1, y: 0 })).toBeNull();
    expect(typeAt(found, { x: 0, y: 4 })).toBeNull();
  });
});

describe('the finding types that a label map can show', () => {
  it('come from the codes of the classes', () => {
    expect(markedTypes(breast).map(({ id, classes }) => [id, classes])).toEqual([
      ['mass', [4]],
      ['axilla', [6]],
      ['calcification', [5]],
      ['breast tissue', [2]],
    ]);
    // An abnormality is a grade of the lesion and has no place of its own.
    expect(markedTypes(cervix).map(({ id }) => id)).toEqual(['lesion', 'cervical tissue']);
  });

  it.each(manifests)('are classes of the legend of $id', (manifest) => {
    const classes = markedTypes(manifest).flatMap((type) => type.classes);
    expect(classes.length).toBeGreaterThan(0);
    for (const number of classes) expect(Object.keys(manifest.legend)).toContain(String(number));
  });
});

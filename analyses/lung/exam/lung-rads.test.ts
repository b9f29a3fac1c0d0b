import { describe, expect, it } from 'vitest';
import { readSlice, stackFacts } from '../../exams.test-support.ts';
import { baselineRow, lungRads } from './lung-rads.ts';

const thin = { ...stackFacts, spacingMm: 2, thicknessMm: 2 };
const slices = Array.from({ length: 60 }, (_, i) => readSlice(i, {}, { slabMm: 2 }));
const solid = (diameterMm: number) => ({ kind: 'solid', diameterMm });

describe('Lung-RADS v2022 of a baseline exam', () => {
  it.each([
    ['solid', 5.94, '2'],
    ['solid', 5.95, '3'],
    ['solid', 7.9, '3'],
    ['solid', 8, '4A'],
    ['solid', 14.9, '4A'],
    ['solid', 15, '4B'],
    ['ground-glass', 29.9, '2'],
    ['ground-glass', 30, '3'],
    ['part-solid', 5.9, '2'],
    ['part-solid', 6, null],
    [null, 9, null],
    ['solid', null, null],
  ])('puts a %s nodule of %s mm into row %s', (kind, diameterMm, row) => {
    expect(baselineRow({ kind, diameterMm })).toBe(row);
  });

  it.each([
    [5.9, '3'],
    [6, '4A'],
    [7.9, '4A'],
    [8, '4B'],
    [null, null],
  ])('puts a part-solid nodule of 12 mm with a solid part of %s mm into row %s', (solidMm, row) => {
    expect(baselineRow({ kind: 'part-solid', diameterMm: 12, solidMm })).toBe(row);
  });

  it('is that of the most suspicious nodule, and 1 without any', () => {
    expect(lungRads([solid(5), solid(9)], slices, thin).values.row).toBe('4A');
    expect(lungRads([], slices, thin).values.row).toBe('1');
  });

  it('calls each lesion as the list of findings does', () => {
    const text = lungRads([solid(41), solid(9)], slices, thin).text;
    expect(text).toContain(' Mass, solid 41.0 mm: 4B. Nodule, solid 9.0 mm: 4A.');
    expect(lungRads([solid(5), solid(9)], slices, thin).text).toContain(' Nodule 2, solid 9.0 mm: 4A.');
  });

  it('is not given where a nodule that is not determined could be more suspicious', () => {
    const open = { kind: 'part-solid', diameterMm: 9 };
    expect(lungRads([solid(9), open], slices, thin).values.row).toBeNull();
    expect(lungRads([solid(16), open], slices, thin).values.row).toBe('4B');
  });

  it('needs slices of at most 2.5 mm, at known places, none missing', () => {
    const row = (facts: Partial<typeof stackFacts>) =>
      lungRads([solid(9)], slices, { ...thin, ...facts }).values.row;
    expect(row({ thicknessMm: 3 })).toBeNull();
    expect(row({ spacingMm: 5 })).toBeNull();
    expect(row({ spacingMm: null })).toBeNull();
    expect(row({ gaps: [{ after: 3, missing: 2 }] })).toBeNull();
  });

  it('is not given without Hounsfield units, or where the window hides the lungs', () => {
    const grey = slices.map((_, i) => readSlice(i, {}, { slabMm: 2, isHounsfield: false }));
    const black = slices.map((_, i) => readSlice(i, { isClipped: true }, { slabMm: 2 }));
    expect(lungRads([], grey, thin).values.row).toBeNull();
    expect(lungRads([], black, thin).values.row).toBeNull();
  });
});

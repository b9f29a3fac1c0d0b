import { describe, expect, it } from 'vitest';
import { readSlice, stackFacts } from '../../exams.test-support.ts';
import { lungRadsBySize, rowFacts } from './lung-rads.ts';
import { baselineRow } from './lung-rads-rows.ts';

const thin = { ...stackFacts, spacingMm: 2, thicknessMm: 2 };
const slices = Array.from({ length: 60 }, (_, i) => readSlice(i, {}, { slabMm: 2 }));
const solid = (diameterMm: number, type = 'nodule') => ({ type, kind: 'solid', diameterMm, solidMm: null });
const rowOf = (named: readonly ReturnType<typeof sized>[]) => lungRadsBySize(named, 0).rule.values.row;
const sized = (kind: string | null, diameterMm: number | null) => ({
  ...{ type: 'nodule', kind, diameterMm },
  solidMm: null,
});

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
    expect(baselineRow(sized(kind, diameterMm))).toBe(row);
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
    expect(rowOf([solid(5), solid(9)])).toBe('4A');
    expect(rowOf([])).toBe('1');
  });

  it('calls each lesion as the list of findings does', () => {
    const { text } = lungRadsBySize([solid(41, 'mass'), solid(9)], 0);
    expect(text).toContain(' Mass, solid 41.0 mm: 4B. Nodule, solid 9.0 mm: 4A.');
    expect(lungRadsBySize([solid(5), solid(9)], 0).text).toContain(' Nodule 2, solid 9.0 mm: 4A.');
  });

  it('is not given where a nodule that is not determined could be more suspicious', () => {
    const open = sized('part-solid', 9);
    expect(rowOf([solid(9), open])).toBeNull();
    expect(rowOf([solid(16), open])).toBe('4B');
  });

  it('is not given where nodules are not listed, except the highest', () => {
    expect(lungRadsBySize([], 2).rule.values.row).toBeNull();
    expect(lungRadsBySize([], 2).text).toContain('not given: 2 nodules are not listed.');
    expect(lungRadsBySize([solid(9)], 1).text).toContain('not given: a nodule is not listed. Nodule, solid');
    expect(lungRadsBySize([solid(16)], 2).rule.values.row).toBe('4B');
  });

  it('needs slices of at most 2.5 mm, at known places, none missing', () => {
    const state = (facts: Partial<typeof stackFacts>) => rowFacts(slices, { ...thin, ...facts });
    expect(state({})).toEqual({ lungRads: 'given' });
    expect(state({ thicknessMm: 3 })).toEqual({ lungRads: 'thick_slices', coarsestMm: 3 });
    expect(state({ spacingMm: 5 })).toEqual({ lungRads: 'thick_slices', coarsestMm: 5 });
    expect(state({ spacingMm: null })).toEqual({ lungRads: 'no_positions' });
    expect(state({ gaps: [{ after: 3, missing: 2 }] })).toEqual({ lungRads: 'missing_slices' });
  });

  it('is not given without Hounsfield units, or where the window hides the lungs', () => {
    const grey = slices.map((_, i) => readSlice(i, {}, { slabMm: 2, isHounsfield: false }));
    const black = slices.map((_, i) => readSlice(i, { isClipped: true }, { slabMm: 2 }));
    expect(rowFacts(grey, thin).lungRads).toBe('no_units');
    expect(rowFacts(black, thin).lungRads).toBe('no_units');
  });
});

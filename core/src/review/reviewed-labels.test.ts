import { describe, expect, it } from 'vitest';
import { abnormalStructure, anatomicalStructure, ownCode } from '../reading/code.ts';
import type { AnyFinding } from '../reading/reading.ts';
import { bareFinding } from './module-parts.ts';
import { outlinedClasses, reviewedLabels } from './reviewed-labels.ts';

const nodule = ownCode('NODULE', 'Nodule');
const coding = {
  findings: { nodule },
  segments: {
    1: { category: anatomicalStructure, type: ownCode('LUNG', 'Lung') },
    3: { category: abnormalStructure, type: nodule, finding: 'nodule' },
  },
};
const picture = { width: 10, height: 5 };

function labelsOf(grid: string) {
  const data = Uint8Array.from(grid.replace(/\s/g, ''), Number);
  return { ...picture, data };
}

const shown = ({ data }: { data: Uint8Array }) =>
  Array.from({ length: 5 }, (_, row) => [...data.subarray(row * 10, row * 10 + 10)].join(''));

const found = (id: string, box: { x: number; y: number; width: number; height: number }): AnyFinding => ({
  ...bareFinding('nodule', id),
  region: { box, centre: null, labelClass: 3 },
});

const two = [
  found('nodule-1', { x: 1, y: 1, width: 2, height: 2 }),
  found('nodule-2', { x: 6, y: 1, width: 3, height: 3 }),
];
const machine = labelsOf(`
  1111111111
  1331113331
  1331113331
  1111113331
  1111111111`);

const version = (current: readonly AnyFinding[], outlines = {}) => ({
  ...{ machine: two, current, outlines, picture, coding },
});
const square = [
  { x: 2, y: 3 },
  { x: 5, y: 3 },
  { x: 5, y: 5 },
  { x: 2, y: 5 },
];

describe('the label map of a version', () => {
  it("is the machine's as long as every finding stands", () => {
    expect(reviewedLabels(machine, version(two))).toBe(machine);
  });

  it('is without a rejected finding, and with what surrounds it in its place', () => {
    expect(shown(reviewedLabels(machine, version(two.slice(1))))).toEqual([
      '1111111111',
      '1111113331',
      '1111113331',
      '1111113331',
      '1111111111',
    ]);
    expect(machine.data[11]).toBe(3);
  });

  it('parts two findings whose marks touch by their boxes', () => {
    const touching = labelsOf('1111111111 1333333331 1333333331 1111113331 1111111111');
    const left = shown(reviewedLabels(touching, version(two.slice(0, 1))));
    expect(left[1]).toBe('1333311111');
    expect(left[3]).toBe('1111111111');
  });

  it("has a reader's outline in place of the machine's", () => {
    const outlined = reviewedLabels(machine, version(two, { 'nodule-1': square }));
    expect(shown(outlined)).toEqual(['1111111111', '1111113331', '1111113331', '1133313331', '1133311111']);
    expect(outlinedClasses(version(two, { 'nodule-1': square }))).toEqual({ 3: 'both' });
  });

  it('has the outline of an added finding, and drops it when that is rejected', () => {
    const added = bareFinding('nodule', 'nodule-3');
    const only = version([added], { 'nodule-3': square });
    expect(shown(reviewedLabels(machine, only))[3]).toBe('1133311111');
    expect(shown(reviewedLabels(machine, only))[1]).toBe('1111111111');
    expect(outlinedClasses(only)).toEqual({ 3: 'reader' });
    const rejected = version([{ ...added, state: 'not_found' }], { 'nodule-3': square });
    expect(shown(reviewedLabels(machine, rejected)).join('')).not.toContain('3');
  });

  it('may be of another size than the picture', () => {
    const half = { ...version(two, { 'nodule-1': square.map(({ x, y }) => ({ x: 2 * x, y: 2 * y })) }) };
    const large = {
      ...half,
      picture: { width: 20, height: 10 },
      machine: [found('nodule-1', { x: 2, y: 2, width: 4, height: 4 })],
      current: [found('nodule-1', { x: 2, y: 2, width: 4, height: 4 })],
    };
    expect(
      shown(reviewedLabels(labelsOf(`${'1'.repeat(10)}1331111111 1331111111 ${'1'.repeat(20)}`), large)),
    ).toEqual(['1111111111', '1111111111', '1111111111', '1133311111', '1133311111']);
  });

  it('leaves the marks of types that it does not show alone', () => {
    const other = { ...bareFinding('junction', 'junction-1') };
    expect(reviewedLabels(machine, version([...two, other], { 'junction-1': square }))).toBe(machine);
  });
});

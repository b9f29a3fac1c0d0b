import { describe, expect, it } from 'vitest';
import type { Vector } from '../../decode/directions.ts';
import type { SliceFile } from '../../series/arrange-series.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';
import { choiceSentences } from './series-choice.ts';
import { spacingWords } from './slabs.ts';
import { stackOf } from './stack.ts';

const axial = { rowDirection: [1, 0, 0] as Vector, columnDirection: [0, 1, 0] as Vector };
const base: SliceFacts = { rows: 4, columns: 4, bitsStored: 12, frames: 1, modality: 'CT', seriesUid: '1' };

function slice(name: string, z: number, more: Partial<SliceFacts> = {}): SliceFile {
  return { name, facts: { ...base, ...axial, position: [0, 0, z], instanceUid: name, ...more } };
}

const rising = (count: number, step: number, more: Partial<SliceFacts> = {}) =>
  Array.from({ length: count }, (_, i) => slice(`${more.seriesUid ?? 1}-${i}`, i * step, more));

const names = (stack: ReturnType<typeof stackOf>) => stack.slices.map(({ file }) => file.name);

describe('the stack of an exam', () => {
  it('is in the order of the body, with what each slice stands for', () => {
    const stack = stackOf([...rising(4, 5)].reverse(), { prefers: 'soft' });
    expect(names(stack)).toEqual(['1-0', '1-1', '1-2', '1-3']);
    expect(stack.slices.map(({ slabMm }) => slabMm)).toEqual([5, 5, 5, 5]);
    expect(stack.facts).toMatchObject({ spacingMm: 5, orderedBy: 'position', gaps: [], tiltDegrees: 0 });
  });

  it('names missing slices and counts nothing for them', () => {
    const stack = stackOf(
      rising(8, 3).filter((_, i) => i !== 3 && i !== 4),
      { prefers: 'soft' },
    );
    expect(stack.facts.gaps).toEqual([{ after: 2, missing: 2 }]);
    expect(stack.slices.map(({ slabMm }) => slabMm)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('finds the usual distance where most slices are missing', () => {
    const places = [0, 20, 40, 42.5, 45, 47.5, 60, 80, 82.5, 100];
    const files = places.map((z) => slice(`z${z}`, z, { thicknessMm: 2.5 }));
    const { facts } = stackOf(files, { prefers: 'thin' });
    expect([facts.spacingMm, facts.gaps.map(({ after }) => after)]).toEqual([2.5, [0, 1, 5, 6, 8]]);
  });

  it('says how far uneven slices are apart', () => {
    const uneven = stackOf(
      [0, 5, 10, 16, 22].map((z) => slice(`z${z}`, z)),
      { prefers: 'soft' },
    );
    expect(spacingWords(uneven.facts)).toBe('5.0 to 6.0 mm apart');
    expect(spacingWords(stackOf(rising(4, 5), { prefers: 'soft' }).facts)).toBe('5.0 mm apart');
    expect(spacingWords({ spacingMm: null })).toBe('slice positions unknown');
  });

  it('takes thicker slices at the top of a head for no gap', () => {
    const base = Array.from({ length: 6 }, (_, i) => slice(`b${i}`, 5 * i, { thicknessMm: 5 }));
    const top = Array.from({ length: 6 }, (_, i) => slice(`t${i}`, 32.5 + 10 * i, { thicknessMm: 10 }));
    const stack = stackOf([...base, ...top], { prefers: 'soft' });
    expect(stack.facts.gaps).toEqual([]);
    expect(stack.slices.map(({ slabMm }) => slabMm).slice(7, 9)).toEqual([10, 10]);
  });

  it('sets localizers, reformats, coronal pictures and dose sheets aside, each with its reason', () => {
    const odd = [
      slice('scout', 0, { imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'], seriesUid: '2' }),
      slice('mpr', 0, { imageType: ['DERIVED', 'SECONDARY', 'MPR'], seriesUid: '3' }),
      slice('coronal', 0, { columnDirection: [0, 0, -1], seriesUid: '4' }),
      slice('dose', 0, { modality: 'OT', seriesUid: '5' }),
      slice('again', 5.001),
    ];
    const stack = stackOf([...odd, ...rising(4, 5)], { prefers: 'soft' });
    expect(names(stack)).toHaveLength(4);
    expect(Object.fromEntries(stack.facts.setAside.map(({ file, reason }) => [file, reason]))).toEqual({
      scout: 'localizer',
      mpr: 'reformat',
      coronal: 'not_axial',
      dose: 'not_ct',
      again: 'duplicate',
    });
  });

  it('reads slices that declare no modality, as secondary captures, where no other file is a CT', () => {
    const captures = rising(4, 5, { modality: 'OT' });
    expect(stackOf(captures, { prefers: 'soft' }).facts).toMatchObject({ spacingMm: 5, setAside: [] });
    const [first] = stackOf(rising(4, 5, { modality: 'MR' }), { prefers: 'soft' }).facts.setAside;
    expect(first?.message).toBe('no CT picture: the file declares an MR image (modality MR)');
  });

  it('reads the soft reconstruction of a head and the thin one of a chest, and says so', () => {
    const bone = rising(46, 1, { seriesUid: 'bone', kernel: 'H60s', thicknessMm: 1 });
    const soft = rising(10, 5, { seriesUid: 'soft', kernel: 'H30s', thicknessMm: 5 });
    const head = stackOf([...bone, ...soft], { prefers: 'soft' });
    expect([head.slices.length, head.facts.kernel, head.facts.setAside.length]).toEqual([10, 'H30s', 46]);
    expect(choiceSentences(head.facts, 'soft').join(' ')).toBe(
      'Series read: 10 slices, 5 mm thick, kernel H30s; chosen as a soft reconstruction of the whole region. Other series, not read: 46 slices, 1 mm thick, kernel H60s.',
    );
    expect(stackOf([...bone, ...soft], { prefers: 'thin' }).facts.kernel).toBe('H60s');
  });

  it('reads the series that is asked for by number or UID, and none where there is no such one', () => {
    const bone = rising(46, 1, { seriesUid: 'bone', kernel: 'H60s', thicknessMm: 1 });
    const soft = rising(10, 5, { seriesUid: 'soft', kernel: 'H30s', thicknessMm: 5 });
    const files = [...bone, ...soft];
    const read = (wanted: string) => stackOf(files, { prefers: 'soft', wanted });
    expect(choiceSentences(read('1').facts, 'soft').join(' ')).toContain(
      '46 slices, 1 mm thick, kernel H60s; chosen by the user',
    );
    expect(read('soft').slices).toHaveLength(10);
    expect(read('bone').facts.series.map(({ number, slices, isRead }) => [number, slices, isRead])).toEqual([
      [1, 46, true],
      [2, 10, false],
    ]);
    expect(read('3').slices).toEqual([]);
    expect(choiceSentences(stackOf(soft, { prefers: 'soft' }).facts, 'soft')).toEqual([]);
  });

  it('does not take a short thin series for the whole body', () => {
    const part = rising(10, 1, { seriesUid: 'part', thicknessMm: 1 });
    const whole = rising(30, 8, { seriesUid: 'whole', thicknessMm: 8 });
    expect(stackOf([...part, ...whole], { prefers: 'thin' }).slices).toHaveLength(30);
  });

  it('tells the tilt of the gantry and measures along it', () => {
    const [c, s] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
    const tilted = Array.from({ length: 5 }, (_, i) =>
      slice(`t${i}`, i * 5, { columnDirection: [0, c, s], position: [0, -s * i * 5, c * i * 5] }),
    );
    const { facts } = stackOf(tilted, { prefers: 'soft' });
    expect([facts.tiltDegrees, facts.spacingMm]).toEqual([expect.closeTo(20), expect.closeTo(5)]);
  });

  it('takes pictures without geometry in the order of their names, with no lengths along the body', () => {
    const nothing = { rows: 0, columns: 0, bitsStored: 0, frames: 1 };
    const stack = stackOf(
      ['s10.png', 's2.png', 's1.png'].map((name) => ({ name, facts: nothing })),
      { prefers: 'thin' },
    );
    expect(names(stack)).toEqual(['s1.png', 's2.png', 's10.png']);
    expect(stack.facts).toMatchObject({ orderedBy: 'name', spacingMm: null });
    expect(stack.slices.every(({ slabMm }) => slabMm === null)).toBe(true);
  });
});

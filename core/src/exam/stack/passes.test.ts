import { describe, expect, it } from 'vitest';
import type { Vector } from '../../decode/directions.ts';
import type { SliceFacts } from '../../series/slice-facts.ts';
import { choiceSentences } from './series-choice.ts';
import { stackOf } from './stack.ts';

const axial = { rowDirection: [1, 0, 0] as Vector, columnDirection: [0, 1, 0] as Vector };
const base: SliceFacts = { rows: 4, columns: 4, bitsStored: 12, frames: 1, modality: 'CT', seriesUid: '1' };
const at = (name: string, z: number, more: Partial<SliceFacts> = {}) => ({
  name,
  facts: { ...base, ...axial, position: [0, 0, z] as Vector, instanceUid: name, ...more },
});
const pass = (name: string, count: number, more: Partial<SliceFacts> = {}, from = 0) =>
  Array.from({ length: count }, (_, i) =>
    at(`${name}${i}`, from + 7 * i, { instanceNumber: i + 1, ...more }),
  );
const read = (files: Parameters<typeof stackOf>[0]) => {
  const { slices, facts } = stackOf(files, { prefers: 'soft' });
  const aside = new Map<string, number>();
  for (const { reason } of facts.setAside) aside.set(reason, (aside.get(reason) ?? 0) + 1);
  return {
    names: slices.map(({ file }) => file.name).join(' '),
    aside: Object.fromEntries(aside),
    choice: choiceSentences(facts, 'soft').join(' ') || undefined,
    spacingMm: facts.spacingMm,
  };
};

describe('several passes in one series', () => {
  it.each([
    ['acquisition', { acquisition: 1 }, { acquisition: 2 }],
    ['temporal position', { temporalPosition: 1, acquisition: 4 }, { temporalPosition: 2, acquisition: 4 }],
  ])('are distinguished by %s: the first of equals is read, the others are listed', (word, one, other) => {
    const second = pass('b', 4, other).map(({ name, facts }, i) =>
      at(name, 21 - 7 * i, { ...facts, position: [0, 0, 21 - 7 * i] }),
    );
    expect(read([...second, ...pass('a', 4, one)])).toEqual({
      names: 'a0 a1 a2 a3',
      aside: { other_pass: 4 },
      spacingMm: 7,
      choice: `Several passes, phases or reconstructions in one series, the first is read: ${word} 1, 4 slices. Not read: 4 slices at the same positions.`,
    });
  });

  it('are distinguished by the time of their acquisition, whatever their numbers', () => {
    const early = pass('a', 4, { acquiredAfter: 10 });
    const late = pass('b', 4, { acquiredAfter: 250 });
    const numbered = [early[0], late[1], early[2], late[3], late[0], early[1], late[2], early[3]].flatMap(
      (file, index) => (file ? [{ ...file, facts: { ...file.facts, instanceNumber: index + 1 } }] : []),
    );
    expect(read(numbered)).toMatchObject({ names: 'a0 a1 a2 a3', aside: { other_pass: 4 } });
  });

  it('the one with the most slices is read', () => {
    const files = [...pass('a', 2, { acquisition: 1 }), ...pass('b', 5, { acquisition: 2 })];
    expect(read(files)).toMatchObject({ names: 'b0 b1 b2 b3 b4', aside: { other_pass: 2 } });
  });

  it('one of a sharp kernel is not read of a head, though it comes first and has more slices', () => {
    const sharp = pass('a', 5, { acquisition: 1, kernel: 'FC30' });
    expect(read([...sharp, ...pass('b', 4, { acquisition: 2, kernel: 'FC21' })])).toEqual({
      names: 'b0 b1 b2 b3',
      aside: { other_pass: 5 },
      spacingMm: 7,
      choice:
        'Several passes, phases or reconstructions in one series, the one without a sharp kernel is read: acquisition 2, 4 slices. Not read: 5 slices at the same positions.',
    });
    const part = pass('b', 2, { acquisition: 2, kernel: 'FC21' });
    expect(read([...sharp, ...part])).toMatchObject({ names: 'a0 a1 a2 a3 a4', aside: { other_pass: 2 } });
  });

  it('are distinguished by the order of their numbers where nothing else does', () => {
    const files = [
      ...pass('a', 3),
      ...pass('b', 3).map((file, i) => at(file.name, 7 * i, { instanceNumber: i + 4 })),
    ];
    expect(read(files)).toMatchObject({ names: 'a0 a1 a2', aside: { other_pass: 3 } });
  });

  it('one acquisition for each slice is one pass', () => {
    const files = pass('a', 4).map(({ name, facts }, i) =>
      at(name, 7 * i, { ...facts, acquisition: i + 1, position: [0, 0, 7 * i] }),
    );
    expect(read(files)).toMatchObject({ names: 'a0 a1 a2 a3', aside: {}, choice: undefined });
  });

  it('positions in different frames of reference are not joined', () => {
    const files = [
      ...pass('a', 4, { frameOfReferenceUid: '1.1' }),
      ...pass('b', 2, { frameOfReferenceUid: '1.2' }, 28),
    ];
    expect(read(files)).toMatchObject({ names: 'a0 a1 a2 a3', aside: { other_space: 2 }, spacingMm: 7 });
  });

  it('one slice without a position costs that slice', () => {
    const files = [
      ...pass('a', 4),
      { name: 'x', facts: { rows: 0, columns: 0, bitsStored: 0, frames: 1, seriesUid: '1' } },
    ];
    expect(read(files)).toMatchObject({ names: 'a0 a1 a2 a3', aside: { no_position: 1 }, spacingMm: 7 });
  });
});

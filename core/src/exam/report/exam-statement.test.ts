import { describe, expect, it } from 'vitest';
import type { ReadSlice } from '../exam-slice.ts';
import { hangingOf } from '../hanging.ts';
import { choiceSentences, outlineOf } from '../stack/series-choice.ts';
import { viewsOf } from '../stack/stack.ts';
import { examStatement, statedFacts, withStatedView } from './exam-statement.ts';

const { facts } = viewsOf([]);
const read: ReadSlice = {
  ...{ status: 'read', width: 4, height: 4, pixelMm: null, isHounsfield: false, scores: {}, candidates: [] },
  evidence: { marks: [], facts: { sideSeen: 'right', sideTold: null, view: 'CC', viewTold: false } },
  ...{ laterality: null, view: null },
};

describe('what is said of an exam as it is sent', () => {
  it('tells kernel, contrast medium and choice that the files no longer tell', () => {
    const outline = { slices: 64, thicknessMm: 1.25, kernel: 'B60s' };
    const others = [{ slices: 1, thicknessMm: null, kernel: null }, ...Array(4).fill(outline)];
    const series = { read: outline, others, by: 'user' } as const;
    const stated = statedFacts(facts, { series, contrast: true });
    expect(stated.kernel).toBe('B60s');
    expect(stated.contrast).not.toBeUndefined();
    expect(choiceSentences(stated, 'thin').join(' ')).toBe(
      'Series read: 64 slices, 1.25 mm thick, kernel B60s; chosen by the user. Other series, not read: 1 slice; 64 slices, 1.25 mm thick, kernel B60s; 64 slices, 1.25 mm thick, kernel B60s; 2 more series.',
    );
  });

  it('keeps what the file says where the user says nothing', () => {
    expect(statedFacts({ ...facts, kernel: 'H30s' }, {})).toEqual({ ...facts, kernel: 'H30s' });
    expect(withStatedView(read, { side: null, view: null })).toBe(read);
  });

  it('takes side and view from the user before the picture', () => {
    const hanging = hangingOf(withStatedView(read, { side: 'left', view: 'MLO' }).evidence.facts);
    expect(hanging).toEqual({
      side: 'left',
      isSideTold: true,
      view: 'MLO',
      isViewTold: true,
      isMirrored: true,
    });
    const half = hangingOf(withStatedView(read, { side: null, view: 'MLO' }).evidence.facts);
    expect(half).toMatchObject({ side: 'right', isSideTold: false, view: 'MLO', isViewTold: true });
  });

  it('carries no free text: a kernel that is none is left out', () => {
    const kernel = 'Doe, Jane (1970)';
    const slices = [{ name: 'a', facts: { rows: 1, columns: 1, bitsStored: 8, frames: 1, kernel } }];
    expect(outlineOf({ slices }).kernel).toBeNull();
    const series = { read: { slices: 1, thicknessMm: 1, kernel }, others: [], by: 'user' };
    expect(examStatement.safeParse({ series }).success).toBe(false);
  });
});

import { seenSlices } from '@second-read/core/exam/exam-slice';
import { expect, it } from 'vitest';
import { disc, readSlice } from '../../exams.test-support.ts';
import { lesionsOf } from './lesions.ts';

/** A nodule on three slices of 2 mm, of one outline, that stands out as much as is said. */
function nodule(contrasts: readonly (number | null)[], kind: string, endKind = kind) {
  const slices = seenSlices(
    contrasts.map((contrast, i) => {
      const isEnd = i === 0 || i === contrasts.length - 1;
      const facts = { kind: isEnd ? endKind : kind, contrast, edgePx: 100 };
      const marks = disc({ x: 60, y: 60, r: 6 }, { type: 'nodule', score: 0.9, facts });
      return readSlice(i, {}, { slabMm: 2, marks });
    }),
  );
  const bySlice = new Map(slices.map((slice) => [slice.index, slice]));
  const [lesion] = lesionsOf({ slices, bySlice, gapsAfter: new Set(), spacingMm: 2 });
  return { ml: lesion?.volumeMl, kind: lesion?.kind, areaPx: lesion?.marks[0]?.mark.areaPx ?? 0 };
}

it('counts the first and the last slice of a solid nodule as far as it fills them', () => {
  expect(nodule([0.5, 1, 0.25], 'solid').ml).toBeCloseTo((2 * 100 * 1.75) / 1000, 6);
  // What lies between is whole, and so is what nothing is known of.
  expect(nodule([1, 0.5, 1], 'solid').ml).toBeCloseTo((2 * 100 * 3) / 1000, 6);
  expect(nodule([null, 1, 1], 'solid').ml).toBeCloseTo((2 * 100 * 3) / 1000, 6);
});

it('takes the whole outline of others, whose edge is faint', () => {
  const { ml, areaPx } = nodule([0.5, 1, 0.25], 'ground-glass');
  expect(ml).toBeCloseTo((2 * areaPx * 3) / 1000, 6);
});

it('is of the kind of the slices it fills: its ends look like ground glass', () => {
  expect(nodule([0.5, 1, 0.4], 'solid', 'ground-glass').kind).toBe('solid');
  expect(nodule([0.5, 1, 0.4], 'solid', 'ground-glass').ml).toBeCloseTo((2 * 100 * 1.9) / 1000, 6);
  expect(nodule([1], 'part-solid').kind).toBe('part-solid');
});

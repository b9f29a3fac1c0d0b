import { seenSlices } from '@second-read/core/exam/exam-slice';
import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { readAs, readSlice, stackFacts } from '../../exams.test-support.ts';
import { boneOutline } from '../engine/head/bone-outline.ts';
import { exam } from '../exam.ts';
import { movedAfter } from './motion.ts';

/** A head of 12 slices, 160 px wide, leaning by 1 px a slice; moved behind slice `at`, from 0. */
const head = (moved: number, at = 5, width = 160) =>
  Array.from({ length: 12 }, (_, index) => {
    const by = index > at ? moved : 0;
    return readSlice(index, { boneX: 200 + by, boneY: 220 + index, boneWidth: width, boneHeight: 190 });
  });

const after = (slices: ReturnType<typeof head>, gaps: number[] = []) =>
  movedAfter(seenSlices(slices), new Set(gaps));

describe('motion of a head between slices', () => {
  it('is a jump of the skull by more than 1.5 % of its width, whatever way the head leans', () => {
    expect(after(head(0))).toEqual([]);
    expect(after(head(2))).toEqual([]);
    expect(after(head(4))).toEqual([5]);
    expect(after(head(-8, 2))).toEqual([2]);
  });

  it('is not told over missing slices, nor where the skull changes its size', () => {
    expect(after(head(8), [5])).toEqual([]);
    const base = head(8).map((slice, index) => (index > 5 ? (head(8, 5, 190)[index] ?? slice) : slice));
    expect(after(base)).toEqual([]);
  });

  it('is named in the report with what it costs', () => {
    const { notAssessed } = readAs('brain-ct', exam, head(8), stackFacts).reading;
    expect(notAssessed.join(' ')).toContain('Motion behind slice 6');
    expect(readAs('brain-ct', exam, head(0), stackFacts).reading.notAssessed.join(' ')).not.toContain(
      'Motion',
    );
  });
});

it('the outline of the skull is the box of its largest bone, without a head rest beside it', () => {
  const shown = { width: 100, height: 80, data: new Float32Array(8000) };
  const skull = mask(100, 80);
  for (let i = 0; i < skull.data.length; i++) {
    const r = Math.hypot((i % 100) - 50, Math.floor(i / 100) - 40);
    if (r <= 30 && r >= 26) shown.data[i] = 1;
  }
  for (let x = 20; x < 80; x++) shown.data[78 * 100 + x] = 1;
  const box = boneOutline(shown);
  expect([box?.x, box?.y]).toEqual([expect.closeTo(20, -0.5), expect.closeTo(10, -0.5)]);
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(50, 0);
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo(40, 0);
  expect(boneOutline({ ...shown, data: new Float32Array(8000) })).toBeUndefined();
});

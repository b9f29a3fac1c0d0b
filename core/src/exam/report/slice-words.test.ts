import { expect, it } from 'vitest';
import type { StoredExam } from '../stored-exam.ts';
import { placeName, shownOn, sliceList, sliceSpan } from './slice-words.ts';

/** Numbered from the apex down by the scanner, read from the base up. */
const stack = [5, 4, 3, 2, null].map((instanceNumber) => ({ instanceNumber }));

it('gives the number of the scanner where it is another than the place in the stack', () => {
  expect(sliceSpan([0, 1], stack)).toBe('slices 1 to 2 (images 5 to 4)');
  expect(sliceSpan([3], stack)).toBe('slice 4 (image 2)');
  expect(sliceSpan([2], stack)).toBe('slice 3');
  expect(sliceSpan([0, 4], stack)).toBe('slices 1 to 5');
  expect(sliceSpan([7], [])).toBe('slice 8');
  const frames = [2, 4, 1, 5, 3, 9, 8, 6].map((instanceNumber) => ({ instanceNumber }));
  expect(sliceSpan([0, 2], frames)).toBe('slices 1 to 3 (images 2, 4 and 1)');
  expect(sliceSpan([0, 7], frames)).toBe('slices 1 to 8 (images of 1 to 9, in another order)');
  expect(sliceList([0, 2, 3], stack)).toBe('slices 1 (image 5), 3 and 4 (image 2)');
  expect(sliceList([0], stack)).toBe('slice 1 (image 5)');
});

const view = (slice: number, side: 'left' | 'right', name: string) => ({
  ...{ slice, side, view: name, category: 1, isSideTold: true, isViewTold: true, isStated: false },
});
const exam = (views?: object[]) => ({ slices: stack, reading: { views } }) as unknown as StoredExam;

it('calls the images of a mammography by side and view', () => {
  const four = exam([view(0, 'right', 'CC'), view(1, 'right', 'MLO'), view(2, 'left', 'CC')]);
  expect(placeName(1, four)).toBe('right MLO');
  expect(placeName(3, four)).toBe('view 4');
  expect(shownOn({ slices: [{ slice: 0 }, { slice: 1 }] }, four)).toEqual(['on right CC and right MLO']);
  expect(placeName(1, exam())).toBe('slice 2 (image 4)');
  expect(shownOn({ side: 'right', slices: [{ slice: 0 }, { slice: 1 }] }, four)).toEqual(['on CC and MLO']);
  expect(shownOn({ slices: [{ slice: 1 }] }, exam())).toEqual(['slice 2 (image 4)']);
  expect(shownOn({ slices: [] }, exam())).toEqual([]);
});

import { expect, it } from 'vitest';
import { partOf } from './part-of.ts';

it.each([
  [{}, undefined],
  [{ frame: 1, frames: 1, slice: 1, slices: 1 }, undefined],
  [{ slice: 12, slices: 30 }, 'Slice 12 of 30'],
  [{ slice: 34, slices: 64, instanceNumber: 31 }, 'Slice 34 of 64 (image 31)'],
  [{ slice: 34, slices: 64, instanceNumber: 34 }, 'Slice 34 of 64'],
  [{ frame: 12, frames: 30 }, 'Frame 12 of 30'],
  [{ frame: 16, frames: 30 }, 'Frame 16 of 30 (the middle)'],
  [{ frame: 2, frames: 3 }, 'Frame 2 of 3 (the middle)'],
  [{ frame: 2, frames: 2 }, 'Frame 2 of 2'],
  [{ slice: 2, slices: 9, frame: 3, frames: 4 }, 'Slice 2 of 9, Frame 3 of 4 (the middle)'],
  [{ capture: { acid: 'before' } }, 'Before acetic acid'],
  [{ capture: { acid: 'after', seconds: 75 } }, '75 s after acetic acid'],
  [
    { capture: { acid: 'after', seconds: 61, picture: 2, pictures: 3 } },
    'Picture 2 of 3, 61 s after acetic acid',
  ],
  [{ capture: { acid: 'after', picture: 1, pictures: 1 } }, 'After acetic acid'],
] as const)('%o stands as %s', (counts, words) => {
  expect(partOf(counts)).toBe(words);
});

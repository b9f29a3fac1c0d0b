import { describe, expect, it } from 'vitest';
import { windowOfShare } from './value-range.ts';

describe('a window by the values of an image', () => {
  it('spends a narrow window on the pixels above the ground', () => {
    // 900 pixels of ground, then 100 of the values 1001 to 1100, and one hot pixel.
    const tissue = Array.from({ length: 100 }, (_, index) => 1001 + index);
    const samples = Uint16Array.from([...new Array<number>(900).fill(3), ...tissue, 4095]);
    expect(windowOfShare(samples, 'full')).toEqual({ centre: 2049, width: 4092 });
    // 5 % and 99 % of 101 pixels: the 6th and the 100th.
    expect(windowOfShare(samples, 'narrow')).toEqual({ centre: (1006 + 1100) / 2, width: 94 });
  });

  it('makes some window of a picture of one value', () => {
    expect(windowOfShare(Uint8Array.of(7, 7), 'narrow')).toEqual({ centre: 7, width: 1 });
  });

  it('shows all of a body in which letters are burned in', () => {
    // 900 pixels of ground, 1000 of a breast from 20000 on, and 5 of a marker.
    const breast = Array.from({ length: 1000 }, (_, index) => 20_000 + 10 * index);
    const samples = Uint16Array.from([
      ...new Array<number>(900).fill(0),
      ...breast,
      ...[1, 1, 1, 1, 1].fill(65_535),
    ]);
    const { centre, width } = windowOfShare(samples, 'body');
    expect([centre - width / 2, centre + width / 2]).toEqual([20_100, 29_940]);
  });
});

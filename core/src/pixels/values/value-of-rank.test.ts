import { describe, expect, it } from 'vitest';
import { valueOfRank } from './value-of-rank.ts';

/** Numbers that look random and are the same in every run; few distinct ones where `distinct` is small. */
function scattered(count: number, distinct: number): Float64Array {
  let state = 12345;
  return Float64Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state % distinct) / 7;
  });
}

describe('the value of a rank', () => {
  it.each([1, 2, 3, 10, 1001])('is that of the sorted values: %d of them', (count) => {
    for (const distinct of [1, 3, 1_000_000]) {
      const values = scattered(count, distinct);
      const sorted = values.toSorted();
      for (const rank of [0, count >> 1, count - 1])
        expect(valueOfRank(values.slice(), rank)).toBe(sorted[rank]);
    }
  });

  it('is found among values that are sorted already, either way', () => {
    const rising = Float64Array.from({ length: 500 }, (_, i) => i);
    expect(valueOfRank(rising.slice(), 123)).toBe(123);
    expect(valueOfRank(rising.toReversed(), 123)).toBe(123);
  });
});

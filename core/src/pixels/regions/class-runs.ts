import type { LabelMap } from '../plane.ts';

/** The pixels of one class as runs: row, first column, column behind the last; empty where it is absent. */
export function classRuns({ width, height, data }: LabelMap, classNumber: number): Int32Array {
  const runs: number[] = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (data[row + x] !== classNumber) continue;
      const from = x;
      while (x < width && data[row + x] === classNumber) x++;
      runs.push(y, from, x);
    }
  }
  return Int32Array.from(runs);
}

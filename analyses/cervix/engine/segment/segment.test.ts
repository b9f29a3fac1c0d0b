import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { classesOf } from './classes.ts';
import type { Reading } from './network.ts';
import { segment } from './segment.ts';

/** Six pixels in a row, each a block of 10 x 10 so that none is a speck. */
function blocks(...values: number[]) {
  const out = { width: 60, height: 10, data: new Float32Array(600) };
  for (let i = 0; i < 600; i++) out.data[i] = values[Math.floor((i % 60) / 10)] ?? 0;
  return out;
}
const scores = { lesion: 0, notNegative: 0, swede: 0 };
const reading: Reading = {
  cervix: blocks(0.9, 0.9, 0.9, 0.9, 0.9, 0.1),
  lesion: blocks(0.1, 0.9, 0.6, 0.6, 0.1, 0.9),
  junction: blocks(0.1, 0.1, 0.62, 0.95, 0.95, 0.1),
  whole: scores,
  close: scores,
};
const regions = segment(reading, { lesion: 0.4, junction: 0.6 });
const shown = { lesion: true, dense: false, lesionOverJunction: false };
const row = (classes: { data: Uint8Array }) => Array.from({ length: 6 }, (_, i) => classes.data[i * 10 + 5]);

describe('the regions of a photograph', () => {
  it('keep the lesion to the cervix and let it overlap the junction', () => {
    expect(row(regions.lesion)).toEqual([0, 1, 1, 1, 0, 0]);
    expect(row(regions.junction)).toEqual([0, 0, 1, 1, 1, 0]);
    expect(regions.lesionShare).toBeCloseTo(3 / 5, 10);
  });

  it('hold the lesion against the peak of its own map', () => {
    const fainter = { ...reading, lesion: blocks(0.05, 0.45, 0.3, 0.3, 0.05, 0.45) };
    const found = segment(fainter, { lesion: 0.4, junction: 0.6 });
    expect(row(found.lesion)).toEqual(row(regions.lesion));
  });

  it('show, where both lie, the one that is further above its threshold', () => {
    // 0.6 is three eighths of the way from 0.36 (0.4 of the peak) to 1; 0.62 is a twentieth from 0.6, 0.95
    // seven eighths.
    expect(row(classesOf(regions, shown))).toEqual([1, 2, 2, 3, 3, 0]);
  });

  it('show the lesion across the junction in a colposcope’s picture', () => {
    expect(row(classesOf(regions, { ...shown, lesionOverJunction: true }))).toEqual([1, 2, 2, 2, 3, 0]);
  });

  it('show the junction whole where no lesion is reported', () => {
    expect(row(classesOf(regions, { ...shown, lesion: false }))).toEqual([1, 1, 3, 3, 3, 0]);
  });

  it('are empty where the maps are', () => {
    const empty = { ...reading, cervix: blocks(0), lesion: blocks(0), junction: blocks(0) };
    const found = segment(empty, { lesion: 0.4, junction: 0.6 });
    expect(classesOf(found, { ...shown, dense: true }).data).toEqual(mask(60, 10).data);
    expect(found.lesionShare).toBe(0);
  });
});

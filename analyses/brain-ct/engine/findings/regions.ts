import type { Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Mark } from '@second-read/core/reading/mark';
import { shareText } from '@second-read/core/report/percent';
import { type Measured, measuredAs } from '../../reading/codes.ts';
import { sideOfShare } from '../../reading/side.ts';
import { inverted, mapped, type Point } from '../head/canvas-geometry.ts';
import type { Measurements } from '../measure/measurements.ts';

/** Sides as radiology shows a head: the picture's left is the patient's right. */
export type Side = 'right' | 'left';

/** The side that holds at least seven tenths of a region; undefined for both sides or none. */
export function sideOf(region: Mask, m: Measurements): Side | undefined {
  return sideOfPlaces(placesIn(region), m);
}

/** The same of a mark, whose pixels are those of the stored image. */
export function sideOfMark({ runs }: Pick<Mark, 'runs'>, m: Measurements): Side | undefined {
  const back = inverted(m.upright.toStudy);
  const places: Point[] = [];
  for (let at = 0; at < runs.length; at += 3) {
    const [y = 0, from = 0, to = 0] = runs.subarray(at, at + 3);
    for (let x = from; x < to; x++) places.push(mapped(back, { x, y }));
  }
  return sideOfPlaces(places, m);
}

function sideOfPlaces(places: Iterable<Point>, m: Measurements): Side | undefined {
  let [smaller, larger] = [0, 0];
  for (const { x, y } of places) {
    const middle = m.midline?.idealAt(y) ?? (m.upright.grey.width - 1) / 2;
    if (x < middle) smaller++;
    else larger++;
  }
  const share = smaller / Math.max(1, smaller + larger);
  return smaller + larger === 0 ? undefined : sideOfShare(share);
}

/** Of the inner skull's width, either side of the midline. */
const nearMidline = 0.1;

/** Whether all of a region lies near the midline, as the pineal gland does. */
export function isNearMidline(region: Mask, m: Measurements): boolean {
  const reach = nearMidline * (m.midline?.innerWidth ?? region.width / 2);
  return region.data.every((value, i) => {
    if (value === 0) return true;
    const middle = m.midline?.idealAt(Math.floor(i / region.width)) ?? (region.width - 1) / 2;
    return Math.abs((i % region.width) - middle) <= reach;
  });
}

function* placesIn(region: Mask): Generator<Point> {
  for (let i = 0; i < region.data.length; i++)
    if (region.data[i] !== 0) yield { x: i % region.width, y: Math.floor(i / region.width) };
}

/** The same as `sizeOf`, as a number: to a tenth of a square centimetre. */
export function areaOf(region: Mask, m: Measurements): Measured {
  const pixels = area(region);
  if (m.mmPerPixel !== undefined)
    return measuredAs(
      'area',
      Math.round(100 * Number(((pixels * m.mmPerPixel ** 2) / 100).toFixed(1))),
      'mm2',
    );
  const share = pixels / Math.max(1, area(m.skull.intracranial));
  return measuredAs('area', Number((100 * share).toFixed(1)), 'percent');
}

/** `12.3 cm²` where the spacing is known, else a share of the brain's area. */
export function sizeOf(region: Mask, m: Measurements): string {
  const pixels = area(region);
  if (m.mmPerPixel !== undefined) return `${((pixels * m.mmPerPixel ** 2) / 100).toFixed(1)} cm²`;
  return `${shareText(pixels / Math.max(1, area(m.skull.intracranial)))} of the intracranial area`;
}

/** Third of the intracranial region from front to back: without an atlas no lobe is named. */
export function placeOf(region: Mask, m: Measurements): string {
  const rows = m.midline?.path ?? [];
  const [first, last] = [rows[0]?.y ?? 0, rows[rows.length - 1]?.y ?? region.height];
  let [sum, count] = [0, 0];
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    sum += Math.floor(i / region.width);
    count++;
  }
  const place = (sum / Math.max(1, count) - first) / Math.max(1, last - first);
  return `${place < 1 / 3 ? 'anterior' : place < 2 / 3 ? 'middle' : 'posterior'} third`;
}

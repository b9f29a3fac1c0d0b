import type { Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Regions } from './segment.ts';

/**
 * A quadrant counts, and an hour of the clock, from this share of its cervix on that the lesion covers: with
 * it the examiner's total lies in the range of the Swede score in 39 of 45 pictures of the atlas, from a
 * quarter on in 34.
 */
const minShare = 0.15;
/** From this share of the cervix on, a lesion lies in three quadrants at least. */
const wideFrom = 0.5;
/** Sectors around the os, clockwise from 12 o'clock: two to an hour, six to a quadrant. */
const sectors = 24;

export interface Place {
  /** 0 without a lesion, else 1 to 4. */
  readonly quadrants: number;
  /** Hours, 1 to 12, of a lesion that lies in one piece of the clock; null otherwise. */
  readonly clock: { readonly from: number; readonly to: number } | null;
}

/** Where the lesion lies around the os, or around the center of the cervix where no canal is outlined. */
export function lesionPlace({ cervix, lesion, junction, lesionShare }: Regions): Place {
  if (area(lesion) === 0) return { quadrants: 0, clock: null };
  const os = centroid(area(junction) > 0 ? junction : cervix);
  const [whole, covered] = [sectorAreas(cervix, os), sectorAreas(lesion, os)];
  const isCovered = (first: number, count: number) => {
    const sum = (areas: readonly number[]) =>
      areas.reduce((all, size, k) => ((k - first + sectors) % sectors < count ? all + size : all), 0);
    return sum(covered) > 0 && sum(covered) >= minShare * sum(whole);
  };
  const quadrants = [0, 6, 12, 18].filter((first) => isCovered(first, 6)).length;
  const hours = Array.from({ length: 12 }, (_, hour) => isCovered((2 * hour + 23) % sectors, 2));
  return { quadrants: Math.max(quadrants, lesionShare >= wideFrom ? 3 : 1), clock: clockOf(hours) };
}

/** `hours` from 12 o'clock on. */
function clockOf(hours: readonly boolean[]): Place['clock'] {
  const starts = hours.flatMap((is, hour) => (is && hours.at(hour - 1) === false ? [hour] : []));
  if (hours.every(Boolean)) return { from: 1, to: 12 };
  const [start, ...others] = starts;
  if (start === undefined || others.length > 0) return null;
  return { from: start || 12, to: (start + hours.filter(Boolean).length - 1) % 12 || 12 };
}

function sectorAreas({ width, data }: Mask, os: { readonly x: number; readonly y: number }): number[] {
  const areas = new Array<number>(sectors).fill(0);
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const turn = Math.atan2((i % width) - os.x, os.y - Math.floor(i / width)) / (2 * Math.PI);
    const sector = Math.floor((turn < 0 ? turn + 1 : turn) * sectors) % sectors;
    areas[sector] = (areas[sector] ?? 0) + 1;
  }
  return areas;
}

function centroid(region: Mask): { x: number; y: number } {
  let [x, y, count] = [0, 0, 0];
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    x += i % region.width;
    y += Math.floor(i / region.width);
    count++;
  }
  return count === 0 ? { x: region.width / 2, y: region.height / 2 } : { x: x / count, y: y / count };
}

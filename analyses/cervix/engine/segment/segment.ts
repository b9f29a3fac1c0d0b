import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { largestComponent, removeSmallComponents } from '@second-read/core/pixels/regions/component-mask';
import { above, area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { ReadingConstants } from '../findings/reading.ts';
import type { Reading } from './network.ts';

export interface Regions {
  readonly cervix: Mask;
  /** Within the cervix. */
  readonly lesion: Mask;
  /** Around the os; empty where it is not seen. */
  readonly junction: Mask;
  /** Where lesion and junction overlap and the network is surer of the junction. */
  readonly junctionSurer: Mask;
  /** What the lesion map's most likely pixels within the cervix reach, 0 to 1. */
  readonly lesionPeak: number;
  /** Lesion area over cervix area, 0 to 1. */
  readonly lesionShare: number;
}

const cervixFrom = 0.5;
/** Specks below this share of the picture are dropped. */
const minShare = 0.001;

/** Values of the maps of one picture from which a pixel belongs to a region. */
export interface Levels {
  readonly lesion: number;
  readonly junction: number;
}

/** The network's maps as regions. */
export function segment(reading: Reading, thresholds: ReadingConstants['thresholds']): Regions {
  const cervix = cervixOf(reading);
  const lesionPeak = peakOf(reading.lesion, cervix);
  const levels = levelsOf(lesionPeak, thresholds);
  const lesion = lesionOf(reading, cervix, levels.lesion);
  const junction = junctionOf(reading, levels.junction);
  return {
    cervix,
    lesion,
    junction,
    junctionSurer: intersection(intersection(lesion, junction), surerOfJunction(reading, levels)),
    lesionPeak,
    lesionShare: area(lesion) / Math.max(1, area(cervix)),
  };
}

/**
 * The lesion's threshold is a share of its map's peak: how high a map rises differs more between pictures
 * than where its edge lies.
 */
export function levelsOf(lesionPeak: number, { lesion, junction }: ReadingConstants['thresholds']): Levels {
  return { lesion: lesion * lesionPeak, junction };
}

/** Share of the cervix that the peak of the lesion map leaves above it. */
const peakShare = 0.97;

/** What the lesion map's most likely pixels within the cervix reach, 0 to 1. */
export function peakOf(lesion: GreyPlane, cervix: Mask): number {
  const [peak = 0] = area(cervix) === 0 ? [] : percentiles(lesion, [peakShare], cervix);
  return peak;
}

export function cervixOf(reading: Reading): Mask {
  return fillHoles(largestComponent(above(reading.cervix, cervixFrom)));
}

export function lesionOf(reading: Reading, cervix: Mask, level: number): Mask {
  const inside = intersection(above(reading.lesion, level), cervix);
  return removeSmallComponents(inside, minShare * inside.data.length);
}

export function junctionOf(reading: Reading, level: number): Mask {
  const junction = largestComponent(above(reading.junction, level));
  const isSpeck = area(junction) < minShare * junction.data.length;
  return isSpeck ? mask(junction.width, junction.height) : junction;
}

/** 1 where the junction's map lies further above its level, as a share of the way to 1, than the lesion's. */
export function surerOfJunction(
  { lesion, junction }: Pick<Reading, 'lesion' | 'junction'>,
  levels: Levels,
): Mask {
  const out = mask(lesion.width, lesion.height);
  const margin = (value: number, level: number) => (value - level) / (1 - level);
  for (let i = 0; i < out.data.length; i++) {
    const ofLesion = margin(lesion.data[i] ?? 0, levels.lesion);
    out.data[i] = margin(junction.data[i] ?? 0, levels.junction) > ofLesion ? 1 : 0;
  }
  return out;
}

import { largestComponent, removeSmallComponents } from '@second-read/core/pixels/component-mask';
import { fillHoles } from '@second-read/core/pixels/fill-holes';
import { above, area, intersection } from '@second-read/core/pixels/mask-logic';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import type { Reading } from './network.ts';
import type { ReadingConstants } from './reading.ts';

export interface Regions {
  readonly cervix: Mask;
  /** Within the cervix. */
  readonly lesion: Mask;
  /** Around the os; empty where it is not seen. */
  readonly junction: Mask;
  /** Where lesion and junction overlap and the network is surer of the junction. */
  readonly junctionSurer: Mask;
  /** Lesion area over cervix area, 0 to 1. */
  readonly lesionShare: number;
}

const cervixFrom = 0.5;
/** Specks below this share of the picture are dropped. */
const leastShare = 0.001;

/** The network's maps as regions. */
export function segment(reading: Reading, thresholds: ReadingConstants['thresholds']): Regions {
  const cervix = cervixOf(reading);
  const lesion = lesionOf(reading, cervix, thresholds.lesion);
  const junction = junctionOf(reading, thresholds.junction);
  return {
    cervix,
    lesion,
    junction,
    junctionSurer: intersection(intersection(lesion, junction), surerOfJunction(reading, thresholds)),
    lesionShare: area(lesion) / Math.max(1, area(cervix)),
  };
}

export function cervixOf(reading: Reading): Mask {
  return fillHoles(largestComponent(above(reading.cervix, cervixFrom)));
}

export function lesionOf(reading: Reading, cervix: Mask, threshold: number): Mask {
  const inside = intersection(above(reading.lesion, threshold), cervix);
  return removeSmallComponents(inside, leastShare * inside.data.length);
}

export function junctionOf(reading: Reading, threshold: number): Mask {
  const junction = largestComponent(above(reading.junction, threshold));
  const isSpeck = area(junction) < leastShare * junction.data.length;
  return isSpeck ? mask(junction.width, junction.height) : junction;
}

/** 1 where the junction's map lies further above its threshold, as a share of the way to 1, than the lesion's. */
export function surerOfJunction(
  { lesion, junction }: Pick<Reading, 'lesion' | 'junction'>,
  thresholds: ReadingConstants['thresholds'],
): Mask {
  const out = mask(lesion.width, lesion.height);
  const margin = (value: number, threshold: number) => (value - threshold) / (1 - threshold);
  for (let i = 0; i < out.data.length; i++) {
    const ofLesion = margin(lesion.data[i] ?? 0, thresholds.lesion);
    out.data[i] = margin(junction.data[i] ?? 0, thresholds.junction) > ofLesion ? 1 : 0;
  }
  return out;
}

import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { area, difference } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { Reading } from '../segment/network.ts';
import type { Regions } from '../segment/segment.ts';

/** L*a*b* units above the cervix's median whiteness from which a pixel is pale. */
const paleFrom = 15;

/**
 * What the probabilities of `reading.json` rest on; `type` rather than `interface` so that it is a record.
 */
export type PictureMeasures = {
  /** Logits of the two views. */
  readonly closeLesion: number;
  readonly closeNotNegative: number;
  readonly closeSwede: number;
  readonly wholeLesion: number;
  readonly wholeNotNegative: number;
  readonly wholeSwede: number;
  /** Lesion map within the cervix, 0 to 1: mean, and what its most likely pixels reach. */
  readonly mapMean: number;
  readonly mapPeak: number;
  /** Share of the cervix that is pale, and how far its whitest pixels lie above the median, L*a*b* units. */
  readonly paleShare: number;
  readonly paleSpread: number;
};

/** `whiteness` per pixel as `tissue-colour.ts` maps it; reflections do not count as pale. */
export function measurePicture(
  reading: Reading,
  {
    cervix,
    lesionPeak,
    glare,
    whiteness,
  }: Pick<Regions, 'cervix' | 'lesionPeak'> & { glare: Mask; whiteness: GreyPlane },
): PictureMeasures {
  return {
    closeLesion: reading.close.lesion,
    closeNotNegative: reading.close.notNegative,
    closeSwede: reading.close.swede,
    wholeLesion: reading.whole.lesion,
    wholeNotNegative: reading.whole.notNegative,
    wholeSwede: reading.whole.swede,
    mapMean: meanWithin(reading.lesion, cervix),
    mapPeak: lesionPeak,
    ...paleness(whiteness, difference(cervix, glare)),
  };
}

function paleness(whiteness: GreyPlane, inside: Mask): { paleShare: number; paleSpread: number } {
  const count = area(inside);
  if (count === 0) return { paleShare: 0, paleSpread: 0 };
  const [middle = 0, high = 0] = percentiles(whiteness, [0.5, 0.95], inside);
  let pale = 0;
  for (let i = 0; i < inside.data.length; i++) {
    if (inside.data[i] !== 0 && (whiteness.data[i] ?? 0) >= middle + paleFrom) pale++;
  }
  return { paleShare: pale / count, paleSpread: high - middle };
}

function meanWithin(map: GreyPlane, inside: Mask): number {
  let sum = 0;
  for (let i = 0; i < inside.data.length; i++) if (inside.data[i] !== 0) sum += map.data[i] ?? 0;
  return sum / Math.max(1, area(inside));
}

import { largestComponent, removeSmallComponents } from '@second-read/core/pixels/component-mask';
import { fillHoles } from '@second-read/core/pixels/fill-holes';
import { above, area, intersection } from '@second-read/core/pixels/mask-logic';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { resizeBilinear } from '@second-read/core/pixels/resize-bilinear';
import type { Reading } from './network.ts';

export interface Regions {
  readonly cervix: Mask;
  /** Within the cervix. */
  readonly lesion: Mask;
  /** Around the os; empty where it is not seen. */
  readonly junction: Mask;
  /** Lesion area over cervix area, 0 to 1. */
  readonly lesionShare: number;
}

/** Thresholds of the probability maps, chosen out of fold for Dice. */
const thresholds = { cervix: 0.5, lesion: 0.25, junction: 0.5 } as const;
/** Specks below this share of the picture are dropped. */
const leastShare = 0.001;

/** The network's maps as regions at the size of the frame. */
export function segment(reading: Reading, width: number, height: number): Regions {
  const enlarge = (map: GreyPlane): GreyPlane => resizeBilinear(map, width, height);
  const speck = leastShare * width * height;
  const cervix = fillHoles(largestComponent(above(enlarge(reading.cervix), thresholds.cervix)));
  const lesion = removeSmallComponents(above(enlarge(reading.lesion), thresholds.lesion), speck);
  const junction = largestComponent(above(enlarge(reading.junction), thresholds.junction));
  const inside = intersection(lesion, cervix);
  return {
    cervix,
    lesion: inside,
    junction: area(junction) < speck ? { ...junction, data: new Uint8Array(junction.data.length) } : junction,
    lesionShare: area(inside) / Math.max(1, area(cervix)),
  };
}

import { type LabelMap, mask } from '@second-read/core/pixels/plane';
import { abnormalClass } from '../findings/views.ts';
import type { Regions } from './segment.ts';

export interface Shown {
  readonly lesion: boolean;
  /** A dense lesion is drawn as abnormality. */
  readonly dense: boolean;
  /**
   * Examiners at a colposcope outline acetowhite epithelium across the junction; readers of VIA photographs
   * draw both.
   */
  readonly lesionOverJunction: boolean;
}

/**
 * Classes of the views: cervix, and on it junction and lesion. A pixel that belongs to both shows the lesion,
 * or the one that the network is surer of.
 */
export function classesOf(regions: Regions, shown: Shown): LabelMap {
  const out = mask(regions.cervix.width, regions.cervix.height);
  for (let i = 0; i < out.data.length; i++) {
    if (regions.cervix.data[i] !== 0) out.data[i] = 1;
    if (regions.junction.data[i] !== 0) out.data[i] = 3;
    const hidden = regions.junctionSurer.data[i] !== 0 && !shown.lesionOverJunction;
    if (shown.lesion && regions.lesion.data[i] !== 0 && !hidden)
      out.data[i] = shown.dense ? abnormalClass : 2;
  }
  return out;
}

/** The module's legend knows lesion only, dense or not. */
export function labelsOf(classes: LabelMap): LabelMap {
  return { ...classes, data: classes.data.map((value) => (value === abnormalClass ? 2 : value)) };
}

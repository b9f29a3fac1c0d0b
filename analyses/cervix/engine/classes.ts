import { type LabelMap, mask } from '@second-read/core/pixels/plane';
import type { Regions } from './segment.ts';
import { abnormalClass } from './views.ts';

/**
 * Classes of the views: cervix, and on it junction and lesion, of which a pixel that belongs to both shows the one that
 * the network is surer of; a dense lesion as abnormality.
 */
export function classesOf(regions: Regions, lesionShown: boolean, dense: boolean): LabelMap {
  const out = mask(regions.cervix.width, regions.cervix.height);
  for (let i = 0; i < out.data.length; i++) {
    if (regions.cervix.data[i] !== 0) out.data[i] = 1;
    if (regions.junction.data[i] !== 0) out.data[i] = 3;
    const isLesion = regions.lesion.data[i] !== 0 && regions.junctionSurer.data[i] === 0;
    if (lesionShown && isLesion) out.data[i] = dense ? abnormalClass : 2;
  }
  return out;
}

/** The module's legend knows lesion only, dense or not. */
export function labelsOf(classes: LabelMap): LabelMap {
  return { ...classes, data: classes.data.map((value) => (value === abnormalClass ? 2 : value)) };
}

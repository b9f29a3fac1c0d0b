import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';

export type NoduleType = 'solid' | 'part-solid' | 'ground-glass';

/** Above this density (0 lung, 1 soft tissue) a pixel is solid: about -350 HU at the lung's -850 and 40. */
const solidDensity = 0.56;

/**
 * By the share of solid pixels away from the rim, where partial volume thins every nodule.
 * A nodule too small to have an inside is judged by its densest quarter.
 */
export function noduleType(density: GreyPlane, nodule: Mask): NoduleType {
  const core = erode(nodule, disc(1));
  if (area(core) < 6) {
    const [dense = 0] = percentiles(density, [0.75], nodule);
    return dense > 0.4 ? 'solid' : 'ground-glass';
  }
  let solid = 0;
  for (let i = 0; i < core.data.length; i++) {
    if (core.data[i] !== 0 && (density.data[i] ?? 0) > solidDensity) solid++;
  }
  const share = solid / area(core);
  if (share > 0.7) return 'solid';
  return share > 0.15 ? 'part-solid' : 'ground-glass';
}

/** The solid part of a part-solid nodule: the largest one where there are several. */
export function solidPart(density: GreyPlane, nodule: Mask): Mask {
  const solid = nodule.data.map((value, i) => (value !== 0 && (density.data[i] ?? 0) > solidDensity ? 1 : 0));
  return largestComponent({ ...nodule, data: solid });
}

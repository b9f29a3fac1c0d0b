import type { LabPlanes } from '@second-read/core/pixels/color/rgb-to-lab';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { area, difference, intersection, union } from '@second-read/core/pixels/regions/mask-logic';
import { median } from '@second-read/core/pixels/values/percentiles';
import type { Regions } from './segment.ts';

/** How the lesion differs from the cervix around it, in CIE L*a*b* units. */
export interface TissueColour {
  /** Whiter (brighter and less red) than the rest of the cervix. */
  readonly whiteness: number;
  /** Step of whiteness across the lesion's outline. */
  readonly edge: number;
  /** Whiteness per pixel. */
  readonly map: GreyPlane;
}

/** Measured on the picture without reflections. Zero throughout where there is no lesion to measure. */
export function measureColour(image: LabPlanes, regions: Regions, glare: Mask): TissueColour {
  const map = whitenessMap(image);
  const { width, height } = map;
  const usable = difference(regions.cervix, glare);
  const around = difference(usable, union(regions.lesion, regions.junction));
  const lesion = difference(regions.lesion, glare);
  if (area(lesion) === 0 || area(around) === 0) return { whiteness: 0, edge: 0, map };
  const rim = disc(Math.max(2, Math.round(Math.max(width, height) / 100)));
  const outer = intersection(difference(dilate(lesion, rim), lesion), usable);
  const inner = difference(lesion, erode(lesion, rim));
  return {
    whiteness: median(map, lesion) - median(map, around),
    edge: area(outer) === 0 ? 0 : median(map, inner) - median(map, outer),
    map,
  };
}

/** L* minus a*: acetowhite epithelium is brighter and less red than what surrounds it. */
function whitenessMap({ lightness, a }: LabPlanes): GreyPlane {
  const out = greyPlane(lightness.width, lightness.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (lightness.data[i] ?? 0) - (a.data[i] ?? 0);
  return out;
}

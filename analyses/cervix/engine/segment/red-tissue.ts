import type { LabPlanes } from '@second-read/core/pixels/color/rgb-to-lab';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import { area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import type { Fraction } from '@second-read/core/pixels/units';
import { median } from '@second-read/core/pixels/values/percentiles';
import type { Regions } from './segment.ts';

/** Redder than the cervix's median by this much, in CIE a*, and no brighter than its median L*. */
const redFrom = 18;
/** Softening of the color before it is judged, as a share of the longer side. */
const softening = 0.004;

/** How much of lesion and cervix is blood, canal or ectropion by its color. */
export interface RedShares {
  readonly lesion: Fraction;
  readonly cervix: Fraction;
  /** Of the cervix, where canal and columnar epithelium are outlined. */
  readonly os: Fraction;
}

/**
 * Acetic acid whitens, so that red is no acetowhite change, whatever the network's map says of it. It stays
 * in the lesion's outline, as examiners at a colposcope draw theirs across it: without it the outline agrees
 * less with theirs (model card).
 */
export function redShares(
  { lesion, cervix, junction }: Pick<Regions, 'lesion' | 'cervix' | 'junction'>,
  lab: LabPlanes,
): RedShares {
  const red = redTissue(cervix, lab);
  const of = (part: Mask, whole: Mask) => area(intersection(part, red)) / Math.max(1, area(whole));
  return { lesion: of(lesion, lesion), cervix: of(cervix, cervix), os: of(junction, cervix) };
}

function redTissue(cervix: Mask, { lightness, a }: LabPlanes): Mask {
  const out = mask(cervix.width, cervix.height);
  if (area(cervix) === 0) return out;
  const sigma = softening * Math.max(cervix.width, cervix.height);
  const [redness, light] = [gaussianBlur(a, sigma), gaussianBlur(lightness, sigma)];
  const [usualRed, usualLight] = [median(redness, cervix), median(light, cervix)];
  for (let i = 0; i < out.data.length; i++) {
    const isRed = (redness.data[i] ?? 0) > usualRed + redFrom;
    if (isRed && (light.data[i] ?? 0) < usualLight) out.data[i] = 1;
  }
  return out;
}

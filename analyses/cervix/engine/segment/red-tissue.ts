import type { LabPlanes } from '@second-read/core/pixels/color/rgb-to-lab';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Fraction } from '@second-read/core/pixels/units';
import { median } from '@second-read/core/pixels/values/percentiles';
import type { Regions } from './segment.ts';

/** Redder than the cervix's median by this much, in CIE a*, and no brighter than its median L*. */
const redFrom = 18;
/** Softening of the color before it is judged, as a share of the longer side. */
const softening = 0.004;

/**
 * Share of the outlined lesion that is blood, canal or ectropion by its color: acetic acid whitens, so that
 * red is no acetowhite change, whatever the network's map says of it. It stays in the outline, as examiners
 * at a colposcope draw theirs across it: without it the outline agrees less with theirs (model card).
 */
export function redShareOfLesion(
  { lesion, cervix }: Pick<Regions, 'lesion' | 'cervix'>,
  { lightness, a }: LabPlanes,
): Fraction {
  const size = area(lesion);
  if (size === 0) return 0;
  const sigma = softening * Math.max(cervix.width, cervix.height);
  const [redness, light] = [gaussianBlur(a, sigma), gaussianBlur(lightness, sigma)];
  const [usualRed, usualLight] = [median(redness, cervix), median(light, cervix)];
  let red = 0;
  for (let i = 0; i < lesion.data.length; i++) {
    if (lesion.data[i] === 0 || (light.data[i] ?? 0) >= usualLight) continue;
    if ((redness.data[i] ?? 0) > usualRed + redFrom) red++;
  }
  return red / size;
}

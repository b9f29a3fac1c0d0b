import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { above, area } from '@second-read/core/pixels/regions/mask-logic';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import { otsu } from '@second-read/core/pixels/values/otsu';

/** The outline needs no more than this. */
const side = 384;

/**
 * The breast falls off towards the skin, far below Otsu's threshold: at a fifth of it the outline agrees best
 * with the manual ones (body Dice 0.975 on DDSM, 0.989 on MIAS; at a half 0.947 and 0.958).
 */
const shareOfOtsu = 0.2;
/**
 * Digital pictures have air of one value away from breast and labels: everything above it is body, however
 * dark its fat is. Share of such air: 0.995 and more in 49 digital pictures of three sources, at most 0.962
 * in 112 films of two.
 */
const digitalAir = { within: 0.004, away: 8, share: 0.98, threshold: 0.02 } as const;

export interface Region {
  readonly body: Mask;
  /** Whether the air is of one value, so that brightness alone gives the outline. */
  readonly cleanAir: boolean;
}

/**
 * Breast and pectoral muscle by brightness: the largest bright area once thin bridges to film labels, tape
 * and scanner lines are cut. `grey` is 0 to 1, dense bright. Empty where nothing is bright.
 */
export function breastRegion(grey: GreyPlane): Region {
  const { parts, cleanAir } = brightParts(grey);
  const body = fillRows(fillHoles(largestComponent(parts, 4)));
  return { body: parts.width === grey.width ? body : resizeNearest(body, grey.width, grey.height), cleanAir };
}

/** What is brighter than air, at 384 pixels, thin bridges cut; `grey` is 0 to 1, dense bright. */
export function brightParts(grey: GreyPlane): { readonly parts: Mask; readonly cleanAir: boolean } {
  const small = Math.max(grey.width, grey.height) > side ? resizeLongestSide(grey, side) : grey;
  const smooth = gaussianBlur(small, 1);
  const film = shareOfOtsu * otsu(smooth);
  const cleanAir = isClean(small, film);
  const bright = above(smooth, cleanAir ? Math.min(film, digitalAir.threshold) : film);
  const radius = Math.max(1, Math.round(Math.min(small.width, small.height) * 0.02));
  return { parts: opening(fillHoles(bright), disc(radius)), cleanAir };
}

/** The rim of a breast and the edges of labels are left out: blur makes them uneven in any picture. */
function isClean(grey: GreyPlane, threshold: number): boolean {
  const dark = mask(grey.width, grey.height);
  for (let i = 0; i < dark.data.length; i++) if ((grey.data[i] ?? 0) < threshold) dark.data[i] = 1;
  const distance = distanceTransform(dark);
  let air = 0;
  let flat = 0;
  for (let i = 0; i < dark.data.length; i++) {
    if ((distance.data[i] ?? 0) <= digitalAir.away) continue;
    air++;
    if ((grey.data[i] ?? 0) < digitalAir.within) flat++;
  }
  return area(dark) > 0.03 * dark.data.length && flat >= digitalAir.share * air;
}

/** Widest gap at the chest wall that is dark fat rather than air, as a share of the body's width. */
const widestGap = 0.25;

/** Closes dark fat at the chest wall: from the side that meets the border a row of breast has no gap. */
export function fillRows(body: Mask): Mask {
  const box = boxOf(body);
  if (box === null) return body;
  const right = chestWallIsRight(body);
  const data = body.data.slice();
  const wall = right ? box.x + box.width - 1 : box.x;
  const step = right ? -1 : 1;
  for (let y = box.y; y < box.y + box.height; y++) {
    const row = y * body.width;
    let gap = 0;
    while (gap < box.width && data[row + wall + step * gap] === 0) gap++;
    if (gap > widestGap * box.width) continue;
    for (let k = 0; k < gap; k++) data[row + wall + step * k] = 1;
  }
  return { ...body, data };
}

/**
 * Whether the breast is cut off on its right rather than its left: at the chest wall it is as high as it
 * gets, at the nipple it ends. Judged within its own box, since a picture may have a margin on both sides.
 */
export function chestWallIsRight(body: Mask): boolean {
  const box = boxOf(body);
  if (box === null) return false;
  const strip = Math.max(2, Math.floor(box.width / 16));
  let left = 0;
  let right = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    const row = y * body.width + box.x;
    for (let x = 0; x < strip; x++) {
      left += body.data[row + x] ?? 0;
      right += body.data[row + box.width - 1 - x] ?? 0;
    }
  }
  return right > left;
}

/** The smallest box around a mask; null where it is empty. */
export function boxOf(mask: Mask): Box | null {
  return boundsOf(mask, 0) ?? null;
}

import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import type { Mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above, area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import { boxOf, brightParts } from './region.ts';
import type { WorkingImage } from './working-image.ts';

/** Why a mammogram is no standard view of one breast. */
export type ViewProblem = 'two_breasts' | 'no_outline' | 'implant';

/**
 * The second bright part over the first from which it is another breast; the largest film label of 327
 * mammograms of five sources reaches 0.40.
 */
const secondBreastFrom = 0.55;
/** A breast alone is near the chest wall nearly as high as anywhere; least of the same mammograms 0.75. */
const wallHeightFrom = 0.68;
/** Share of the breast's width. */
const nearWall = 0.1;
/** Share of the picture up to which a whole breast leaves air; most of the same mammograms 0.94. */
const fullUpTo = 0.96;
/**
 * An implant is white throughout and round: from `share` to `most` of the breast, `solidity` of its outline.
 * Of the same mammograms none has a white part of 8 % and more with a solidity above 0.89. Real implants were
 * not at hand.
 */
const implant = { white: 0.95, share: 0.12, most: 0.75, solidity: 0.92 } as const;
const side = 384;

/** Spot and magnification views, both breasts in one picture, implants; null for a standard view. */
export function viewProblemOf(working: Pick<WorkingImage, 'grey' | 'body'>): ViewProblem | null {
  const { body } = working;
  if (showsTwoBreasts(working)) return 'two_breasts';
  if (area(body) > fullUpTo * body.width * body.height) return 'no_outline';
  return showsImplant(working) ? 'implant' : null;
}

function showsTwoBreasts({ grey }: Pick<WorkingImage, 'grey'>): boolean {
  const { parts } = brightParts(grey);
  const sizes = connectedComponents(parts, 4).components.map((part) => part.area);
  const [first = 0, second = 0] = sizes.toSorted((a, b) => b - a);
  if (first > 0 && second >= secondBreastFrom * first) return true;
  return narrowsBothWays(fillHoles(largestComponent(parts, 4)));
}

/**
 * Two breasts that touch at the chest wall are highest in the middle and end on both sides. Looked at a
 * little inside, since a chest wall may be dark or bent.
 */
function narrowsBothWays(body: Mask): boolean {
  const box = boxOf(body);
  if (box === null) return false;
  const heights = Array.from({ length: box.width }, (_, i) => heightAt(body, box.x + i));
  const at = (share: number) => heights[Math.round(share * (box.width - 1))] ?? 0;
  return Math.max(at(nearWall), at(1 - nearWall)) < wallHeightFrom * Math.max(...heights);
}

function heightAt({ width, height, data }: Mask, x: number): number {
  let count = 0;
  for (let y = 0; y < height; y++) count += data[y * width + x] ?? 0;
  return count;
}

function showsImplant({ grey, body }: Pick<WorkingImage, 'grey' | 'body'>): boolean {
  const small = gaussianBlur(resizeLongestSide(grey, side), 1);
  const breast = resizeNearest(body, small.width, small.height);
  const white = fillHoles(largestComponent(intersection(above(small, implant.white), breast), 4));
  const share = area(white) / Math.max(1, area(breast));
  if (share < implant.share || share > implant.most) return false;
  const shape = regionShape(white);
  return shape !== null && shape.solidity >= implant.solidity;
}

import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { brainHu } from '../window/density.ts';
import { blurred } from './blurred.ts';
import { blurWithin } from './masked-blur.ts';

/** Neither CSF nor blood and calcification, HU about brain's own density. */
const tissueWithin = { from: -20, to: 12 } as const;
/** Tissue this far from the skull, and from what is no tissue, pixels. */
const [fromSkull, fromOther] = [6, disc(2)];
/** Sigmas of the blur before tissue is told, and of the mean over a territory, pixels (7 mm). */
const blurs = { told: 1.5, territory: 10 } as const;
/** Share of tissue around a place and around its mirror image. */
const leastTissue = 0.3;
/** The other side's place may lie this far off, pixels: no head is a perfect mirror. */
const offsets = [-4, -3, -2, -1, 0, 1, 2, 3, 4];

/** What is compared, and what is left out. */
interface Territories {
  readonly intracranial: Mask;
  readonly left: Mask;
  /** Distances from the skull, where they are known. */
  readonly depth?: GreyPlane;
}

/**
 * By how much the tissue around a place is denser or less dense than that of the other side, HU, mean over a
 * territory: of the mirrored places near by the one most alike. 0 where either side shows too little tissue.
 * Faint infarcts of an artery's territory lie far below the noise of single places.
 */
export function againstOtherSide(hu: GreyPlane, sides: Territories): GreyPlane {
  const tissue = deepTissue(hu, sides);
  const { mean, share: around } = blurWithin(hu, tissue, blurs.territory);
  const out = greyPlane(hu.width, hu.height);
  for (let i = 0; i < out.data.length; i++) {
    if (tissue.data[i] === 0 || (around.data[i] ?? 0) <= leastTissue) continue;
    out.data[i] = leastDifference(mean, around, i);
  }
  return out;
}

function leastDifference(mean: GreyPlane, around: GreyPlane, at: number): number {
  const x = at % mean.width;
  const row = at - x;
  let least = Number.POSITIVE_INFINITY;
  for (const offset of offsets) {
    const other = mean.width - 1 - x + offset;
    if (other < 0 || other >= mean.width || (around.data[row + other] ?? 0) <= leastTissue) return 0;
    const difference = (mean.data[at] ?? 0) - (mean.data[row + other] ?? 0);
    if (Math.abs(difference) < Math.abs(least)) least = difference;
  }
  return least;
}

function deepTissue(hu: GreyPlane, { intracranial, left, depth: known }: Territories): Mask {
  const smooth = blurred(hu, blurs.told);
  const tissue = mask(hu.width, hu.height);
  for (let i = 0; i < tissue.data.length; i++) {
    const about = (smooth.data[i] ?? 0) - brainHu;
    const isTissue = about > tissueWithin.from && about < tissueWithin.to;
    tissue.data[i] = isTissue && intracranial.data[i] !== 0 ? 1 : 0;
  }
  const depth = known ?? distanceTransform(intracranial);
  const inner = erode(tissue, fromOther);
  for (let i = 0; i < inner.data.length; i++) {
    if ((depth.data[i] ?? 0) <= fromSkull || left.data[i] !== 0) inner.data[i] = 0;
  }
  return inner;
}

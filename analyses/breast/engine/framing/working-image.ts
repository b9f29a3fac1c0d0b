import type { PixelSpacing, Study } from '@second-read/core/decode/study';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import type { Millimetres, Pixels } from '@second-read/core/pixels/units';
import { approximatePercentiles } from '@second-read/core/pixels/values/percentiles';
import { isInverted } from './polarity.ts';
import { breastRegion, chestWallIsRight } from './region.ts';

/** Longest side of the picture the engine works on: 0.2 to 0.3 mm per pixel for a whole film. */
export const workingSide: Pixels = 1024;
/** Longest side of the picture searched for calcifications: 0.1 mm per pixel for a whole film. */
const fineSide: Pixels = 2560;

/** Robust limits of the grey scale: labels and dead pixels are few. */
const limits = [0.005, 0.995] as const;

/** The picture the engine works on: dense is bright, grey 0 to 1, chest wall on the left. */
export interface WorkingImage {
  readonly grey: GreyPlane;
  /** The same picture at most 2560 pixels long, in the input's grey values and polarity. */
  readonly fine: GreyPlane;
  /** Breast and muscle by brightness alone, film labels and tape removed. */
  readonly body: Mask;
  /** Input pixels per working pixel. */
  readonly scale: number;
  /** Whether the air is of one value, as in digital pictures: then `body` is the outline. */
  readonly cleanAir: boolean;
  /** Whether left and right were exchanged to bring the chest wall to the left. */
  readonly mirrored: boolean;
  /** Whether dense tissue was dark in the input. */
  readonly inverted: boolean;
  /** Of a working pixel; null where the file gives no spacing. */
  readonly mmPerPixel: Millimetres | null;
}

/** Brings any mammogram into the one form that every later step expects. */
export function makeWorkingImage(study: Study): WorkingImage {
  const fine = reduce(study.grey, fineSide);
  const reduced = reduce(fine, workingSide);
  const scaled = normalise(reduced);
  const inverted = isInverted(scaled);
  const upright = inverted ? negative(scaled) : scaled;
  const { body, cleanAir } = breastRegion(upright);
  const mirrored = chestWallIsRight(body);
  const scale = study.width / reduced.width;
  return {
    fine: mirrored ? flipHorizontal(fine) : fine,
    grey: mirrored ? flipHorizontal(upright) : upright,
    body: mirrored ? flipHorizontal(body) : body,
    cleanAir,
    scale,
    mirrored,
    inverted,
    mmPerPixel: study.spacing === undefined ? null : meanSpacing(study.spacing) * scale,
  };
}

/** The geometric mean: lengths in any direction are right within the aspect error of the spacing. */
export function meanSpacing(spacing: PixelSpacing): Millimetres {
  return Math.sqrt(spacing.xMm * spacing.yMm);
}

/** Never larger than the input: nothing is gained by interpolation. */
function reduce(grey: GreyPlane, side: Pixels): GreyPlane {
  return Math.max(grey.width, grey.height) <= side ? grey : resizeLongestSide(grey, side);
}

/** Linear to 0 to 1 between robust limits; a flat picture becomes 0 throughout. */
export function normalise(grey: GreyPlane): GreyPlane {
  const [low = 0, high = 1] = approximatePercentiles(grey, limits);
  const out = greyPlane(grey.width, grey.height);
  const factor = high > low ? 1 / (high - low) : 0;
  for (let i = 0; i < out.data.length; i++) {
    const value = ((grey.data[i] ?? 0) - low) * factor;
    out.data[i] = value > 0 ? Math.min(value, 1) : 0;
  }
  return out;
}

function negative(grey: GreyPlane): GreyPlane {
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = 1 - (grey.data[i] ?? 0);
  return out;
}

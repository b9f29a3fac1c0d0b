import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { histogram } from '@second-read/core/pixels/values/histogram';
import { approximatePercentiles } from '@second-read/core/pixels/values/percentiles';
import { withoutMargin } from './margins.ts';

/** The brain window of radiology practice, Hounsfield units: everything in the engine is seen through it. */
export const brainWindow = { centre: 40, width: 120 };

/** Share of the border that must be bright before a picture counts as shown in negative. */
const negativeBorder = 0.7;

/**
 * The slice as a brain window shows it, 0 black (air) to 1 white (bone). Hounsfield units are windowed
 * exactly; other pictures are stretched between their darkest and brightest half per cent, and a negative
 * is turned.
 */
export function displayed(study: Study): GreyPlane {
  if (study.quantity === 'hounsfield') {
    const min = brainWindow.centre - brainWindow.width / 2;
    return rescaled(study.grey, min, min + brainWindow.width);
  }
  const [low = 0, high = 1] = approximatePercentiles(study.grey, [0.005, 0.995]);
  const shown = withoutMargin(rescaled(study.grey, low, Math.max(high, low + 1e-6)));
  return withWhiteBone(borderShare(shown) > negativeBorder ? negative(shown) : shown);
}

/** Grays of the histogram, and those that may be bone's, as shares of white. */
const [bins, boneFrom] = [64, 0.8];
/** Bone takes this share of what is not black: letters and arrows take less. */
const boneShare = 0.03;
/** Bone's grays end where they are rarer than this part of their most frequent one. */
const endsBelow = 0.25;

/**
 * Bone made white, as a window shows it: JPEG, reducing and tints spread its gray, and letters on the picture
 * are whiter still.
 */
function withWhiteBone(shown: GreyPlane): GreyPlane {
  const { counts } = histogram(shown, bins);
  const all = counts.reduce((sum, count) => sum + count, 0) - (counts[0] ?? 0);
  const near = (at: number) => (counts[at - 1] ?? 0) + (counts[at] ?? 0) + (counts[at + 1] ?? 0);
  let peak = bins - 1;
  while (peak >= boneFrom * bins && near(peak) < boneShare * all) peak--;
  if (peak < boneFrom * bins) return shown;
  while ((counts[peak - 1] ?? 0) > (counts[peak] ?? 0)) peak--;
  let end = peak;
  while ((counts[end - 1] ?? 0) >= endsBelow * (counts[peak] ?? 0)) end--;
  const [white, from] = [(peak + 1) / bins, end / bins];
  return { ...shown, data: shown.data.map((value) => (value >= from ? 1 : Math.min(value / white, 1))) };
}

function rescaled(grey: GreyPlane, low: number, high: number): GreyPlane {
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.min(Math.max(((grey.data[i] ?? 0) - low) / (high - low), 0), 1);
  }
  return out;
}

/** Share of the outermost pixels that are bright. */
function borderShare(shown: GreyPlane): number {
  const { width, height, data } = shown;
  let bright = 0;
  let count = 0;
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : width - 1;
    for (let x = 0; x < width; x += step) {
      count++;
      if ((data[y * width + x] ?? 0) > 0.8) bright++;
    }
  }
  return bright / count;
}

function negative(shown: GreyPlane): GreyPlane {
  return { ...shown, data: shown.data.map((value) => 1 - value) };
}

import type { RgbImage } from '@second-read/core/pixels/plane';
import { valueOfRank } from '@second-read/core/pixels/values/value-of-rank';

/**
 * Color of the middle of a photograph, where the cervix should be; black rims and reflections are left out.
 */
export interface LightMeasures {
  /**
   * Share of the tissue that is brown to yellow, 0 to 1: what Lugol's iodine stains, and what it leaves
   * mustard.
   */
  readonly iodineShare: number;
  /** Median of green over red: well above 1 through a green filter. */
  readonly greenness: number;
  /** Median of the spread of a pixel's channels over the largest: 0 without color. */
  readonly saturation: number;
  /** Share of the middle that is burnt out: reflections, or too much light. */
  readonly burntShare: number;
}

/** Blue over green below which tissue is brown or yellow; pink and white tissue lies near 1. */
const brownBelow = 0.75;
/** Sum of the channels up to which a pixel is too dark to have a color. */
const blackUpTo = 60;
/** The weakest channel from which a pixel is a reflection, and from which it is burnt out. */
const reflectionFrom = 200;
const burntFrom = 240;
/** The middle: what lies further than this share from each side. */
const rim = 0.2;

export function measureLight({ width, height, data }: RgbImage): LightMeasures {
  const [greens, saturations] = [new Float64Array(width * height), new Float64Array(width * height)];
  let [count, burnt, brown, coloured] = [0, 0, 0, 0];
  for (let y = Math.floor(rim * height); y < (1 - rim) * height; y++) {
    for (let x = Math.floor(rim * width); x < (1 - rim) * width; x++) {
      const i = 3 * (y * width + x);
      const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
      const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)];
      count++;
      if (min > burntFrom) burnt++;
      if (min >= reflectionFrom || red + green + blue <= blackUpTo) continue;
      if (blue < brownBelow * green) brown++;
      greens[coloured] = (green + 1) / (red + 1);
      saturations[coloured] = (max - min) / max;
      coloured++;
    }
  }
  return {
    iodineShare: brown / Math.max(1, coloured),
    greenness: medianOf(greens.subarray(0, coloured)),
    saturation: medianOf(saturations.subarray(0, coloured)),
    burntShare: burnt / Math.max(1, count),
  };
}

/** 1 where there is nothing to measure. Puts the values in another order. */
function medianOf(values: Float64Array): number {
  return values.length === 0 ? 1 : valueOfRank(values, Math.floor(values.length / 2));
}

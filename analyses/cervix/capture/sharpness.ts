import { luminance } from '@second-read/core/pixels/color/luminance';
import { laplacian } from '@second-read/core/pixels/filters/laplacian';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { crop } from '@second-read/core/pixels/sampling/crop';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { statistics } from '@second-read/core/pixels/values/statistics';

/** Quality of the middle of the photograph, where the cervix should be. */
export interface Quality {
  /** Standard deviation of the Laplacian over that of the grey values, at 384 pixels: less means blurred. */
  readonly sharpness: number;
  /** Mean grey, 0 to 255. */
  readonly brightness: number;
}

const measuredSide = 384;

export function measureQuality(image: RgbImage): Quality {
  const grey = resizeLongestSide(luminance(image), measuredSide);
  const middle = crop(grey, {
    x: Math.floor(grey.width / 5),
    y: Math.floor(grey.height / 5),
    width: Math.max(1, Math.floor(grey.width * 0.6)),
    height: Math.max(1, Math.floor(grey.height * 0.6)),
  });
  const { mean, standardDeviation } = statistics(middle);
  const detail = statistics(laplacian(middle)).standardDeviation;
  return { sharpness: detail / Math.max(standardDeviation, 1), brightness: mean };
}

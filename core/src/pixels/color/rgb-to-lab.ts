import { type GreyPlane, greyPlane, type RgbImage } from '../plane.ts';

export interface LabPlanes {
  /** Lightness, 0 to 100. */
  readonly lightness: GreyPlane;
  /** Green (negative) to red (positive). */
  readonly a: GreyPlane;
  /** Blue (negative) to yellow (positive). */
  readonly b: GreyPlane;
}

const linear = new Float32Array(256).map((_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function response(t: number): number {
  return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
}

/** sRGB to CIE L*a*b* under D65 (CIE 15:2004; sRGB of IEC 61966-2-1). */
export function rgbToLab(image: RgbImage): LabPlanes {
  const lightness = greyPlane(image.width, image.height);
  const a = greyPlane(image.width, image.height);
  const b = greyPlane(image.width, image.height);
  for (let i = 0, j = 0; i < lightness.data.length; i++, j += 3) {
    const red = linear[image.data[j] ?? 0] ?? 0;
    const green = linear[image.data[j + 1] ?? 0] ?? 0;
    const blue = linear[image.data[j + 2] ?? 0] ?? 0;
    const fx = response((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const fy = response(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
    const fz = response((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
    lightness.data[i] = 116 * fy - 16;
    a.data[i] = 500 * (fx - fy);
    b.data[i] = 200 * (fy - fz);
  }
  return { lightness, a, b };
}

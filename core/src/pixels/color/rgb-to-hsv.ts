import { type GreyPlane, greyPlane, type RgbImage } from '../plane.ts';

export interface HsvPlanes {
  /** Degrees, 0 to 360; 0 for greys. */
  readonly hue: GreyPlane;
  /** 0 to 1. */
  readonly saturation: GreyPlane;
  /** 0 to 1. */
  readonly value: GreyPlane;
}

/** Hexagonal hue, saturation and value. */
export function rgbToHsv(image: RgbImage): HsvPlanes {
  const hue = greyPlane(image.width, image.height);
  const saturation = greyPlane(image.width, image.height);
  const value = greyPlane(image.width, image.height);
  for (let i = 0, j = 0; i < hue.data.length; i++, j += 3) {
    const red = image.data[j] ?? 0;
    const green = image.data[j + 1] ?? 0;
    const blue = image.data[j + 2] ?? 0;
    const max = Math.max(red, green, blue);
    const spread = max - Math.min(red, green, blue);
    value.data[i] = max / 255;
    saturation.data[i] = max === 0 ? 0 : spread / max;
    hue.data[i] = spread === 0 ? 0 : 60 * sector(red, green, blue, max, spread);
  }
  return { hue, saturation, value };
}

function sector(red: number, green: number, blue: number, max: number, spread: number): number {
  if (max === red) return ((green - blue) / spread + 6) % 6;
  if (max === green) return (blue - red) / spread + 2;
  return (red - green) / spread + 4;
}

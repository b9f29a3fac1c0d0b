import type { Box } from '../pixels/plane.ts';
import type { Region } from './region.ts';

/** The region of a finding; `box` in pixels of the picture that was read. */
export function regionOfBox(
  { x, y, width, height }: Box,
  picture: { readonly width: number; readonly height: number },
  labelClass: number | null,
): Region {
  return {
    box: { x: round(x), y: round(y), width: round(width), height: round(height) },
    centre: {
      x: share(x + width / 2, picture.width),
      y: share(y + height / 2, picture.height),
    },
    labelClass,
  };
}

function share(value: number, of: number): number {
  return round(Math.min(100, Math.max(0, (100 * value) / of)));
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

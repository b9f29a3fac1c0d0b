import type { GreyPlane } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';

const side = 192;
/** Air is within this share of the grey scale from its end. */
const nearEnd = 0.12;
/** Air is even: its neighbours differ by less than this share of the grey scale. */
const even = 0.02;
/** Width of the border ring, in pixels of the reduced picture. */
const ring = 4;
/** Even areas tell more than the border, which the breast and film labels also meet. */
const evenWeight = 2;
/**
 * Evidence for an inverted picture. A saturated muscle looks like bright air, hence the distance from 0: of
 * the 226 MIAS and 52 DDSM films none is turned by mistake.
 */
const invertedBelow = -0.35;

/**
 * Whether the picture shows dense tissue dark. Air around a breast is even and meets the border; it is dark
 * unless the picture is inverted. `grey` is scaled to 0 to 1.
 */
export function isInverted(grey: GreyPlane): boolean {
  const small = resizeLongestSide(grey, side);
  return evenWeight * evenBalance(small) + borderBalance(small) < invertedBelow;
}

/** Share of dark even pixels minus share of bright even ones. */
function evenBalance({ width, height, data }: GreyPlane): number {
  let balance = 0;
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      const value = data[i] ?? 0;
      const step = Math.max(Math.abs((data[i + 1] ?? 0) - value), Math.abs((data[i + width] ?? 0) - value));
      if (step <= even) balance += endOf(value);
    }
  }
  return balance / (width * height);
}

/** Share of dark border pixels minus share of bright ones. */
function borderBalance({ width, height, data }: GreyPlane): number {
  let balance = 0;
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inner = x >= ring && y >= ring && x < width - ring && y < height - ring;
      if (inner) continue;
      balance += endOf(data[y * width + x] ?? 0);
      count++;
    }
  }
  return balance / Math.max(count, 1);
}

/** 1 at the dark end of the grey scale, -1 at the bright end. */
function endOf(value: number): number {
  return value < nearEnd ? 1 : value > 1 - nearEnd ? -1 : 0;
}

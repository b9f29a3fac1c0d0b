import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';

/** From this share of black pixels on a lung shows no tissue of its own. */
const mostlyBlack = 0.5;
/** Black is within this share of the picture's range from its darkest value. */
const blackWithin = 0.02;

/**
 * Whether the window of an 8-bit picture shows the lungs black: what is less dense than a vessel cannot be
 * seen in them.
 */
export function lungsAreClipped(plane: GreyPlane, lungs: Mask): boolean {
  const limit = blackest(plane);
  let [inside, black] = [0, 0];
  for (let i = 0; i < plane.data.length; i++) {
    if (lungs.data[i] === 0) continue;
    inside++;
    if ((plane.data[i] ?? 0) <= limit) black++;
  }
  return inside > 0 && black >= mostlyBlack * inside;
}

/**
 * Whether the window shows next to nothing but bone and the densest tissue: lungs, fat and the air around the
 * body are one black.
 */
export function isMostlyBlack(plane: GreyPlane): boolean {
  const limit = blackest(plane);
  let black = 0;
  for (const value of plane.data) if (value <= limit) black++;
  return black >= mostlyBlack * plane.data.length;
}

/** The value up to which a pixel is black. */
export function blackest(plane: GreyPlane): number {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of plane.data) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min + blackWithin * (max - min);
}

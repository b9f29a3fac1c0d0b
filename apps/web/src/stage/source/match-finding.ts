import type { FindingType } from '@second-read/core/analysis/manifest';

/** Largest difference per channel at which a pixel still counts as a finding's colour (§9). */
export const hoverTolerance = 20;

export type Rgb = readonly [red: number, green: number, blue: number];

/** `#RRGGBB` as three numbers. */
export function parseColour(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mean colour of a block of RGBA pixels, e.g. the 3x3 about the pointer. */
export function meanColour(rgba: ArrayLike<number>): Rgb {
  const sum = [0, 0, 0];
  const pixels = rgba.length / 4;
  for (let at = 0; at < rgba.length; at += 1) {
    const channel = at % 4;
    if (channel < 3) sum[channel] = (sum[channel] ?? 0) + (rgba[at] ?? 0);
  }
  const [red = 0, green = 0, blue = 0] = sum.map((total) => total / pixels);
  return [red, green, blue];
}

/** The finding type whose colour lies within the tolerance in every channel; the nearest, if several do. */
export function matchFinding(colour: Rgb, types: readonly FindingType[]): FindingType | null {
  let best: { type: FindingType; distance: number } | null = null;
  for (const type of types) {
    const distance = farthestChannel(colour, parseColour(type.colour));
    if (distance <= hoverTolerance && (best === null || distance < best.distance)) best = { type, distance };
  }
  return best?.type ?? null;
}

function farthestChannel(a: Rgb, b: Rgb): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

import type { BlobCandidate } from './saliency.ts';

/** Offsets of the pixels whose distance from a candidate's centre lies between two shares of its radius. */
export function discPlaces(
  { x, y, radius }: BlobCandidate,
  within: { readonly width: number; readonly height: number; readonly from: number; readonly to: number },
): number[] {
  const reach = Math.ceil(within.to * radius);
  const places: number[] = [];
  for (let py = Math.max(0, y - reach); py <= Math.min(within.height - 1, y + reach); py++) {
    for (let px = Math.max(0, x - reach); px <= Math.min(within.width - 1, x + reach); px++) {
      const share = Math.hypot(px - x, py - y) / radius;
      if (share >= within.from && share <= within.to) places.push(py * within.width + px);
    }
  }
  return places;
}
